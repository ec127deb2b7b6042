import type { UsageCounts } from "@tollgate/contract/cost";
import type { FormatId } from "../../format-ids.ts";
import { CannotServe, type NativeCapability } from "../provider.ts";
import { readEmbeddingUsage } from "./embeddings.ts";
import { authorizeChannel, endpointUrl } from "./endpoint.ts";
import { readImageUsage } from "./images.ts";
import type { CompatibleOptions } from "./options.ts";
import { readRerankUsage } from "./rerank.ts";
import { readTranscriptCharge, readTranscriptionUsage } from "./transcription.ts";

/** The calls other than chat that compatible upstreams accept unchanged. */
export type ForwardedFormat = keyof typeof calls;

interface ForwardedCall {
  /** See `endpointUrl`. */
  endpoint: string;
  /** Accepted media type of an answer that is no stream. */
  accept: string;
  /** Usage of an answer or an event; audio has none, except in the event that ends it. */
  readUsage(body: unknown): UsageCounts | undefined;
}

const json = "application/json";
const anything = "*/*";

const calls = {
  "openai-embeddings": { endpoint: "/embeddings", accept: json, readUsage: readEmbeddingUsage },
  "openai-moderations": { endpoint: "/moderations", accept: json, readUsage: readEmbeddingUsage },
  "openai-images": { endpoint: "/images/generations", accept: json, readUsage: readImageUsage },
  "openai-image-edits": { endpoint: "/images/edits", accept: json, readUsage: readImageUsage },
  "openai-image-variations": { endpoint: "/images/variations", accept: json, readUsage: readImageUsage },
  "openai-speech": { endpoint: "/audio/speech", accept: anything, readUsage: readSpeechUsage },
  "openai-transcriptions": {
    endpoint: "/audio/transcriptions",
    accept: anything,
    readUsage: readTranscriptCharge,
  },
  "openai-translations": {
    endpoint: "/audio/translations",
    accept: anything,
    readUsage: readTranscriptCharge,
  },
  "cohere-rerank": { endpoint: "/rerank", accept: json, readUsage: readRerankUsage },
} satisfies Partial<Record<FormatId, ForwardedCall>>;

/** Every call of OpenAI's own API. */
export const openAiCalls: readonly ForwardedFormat[] = [
  "openai-embeddings",
  "openai-moderations",
  "openai-images",
  "openai-image-edits",
  "openai-image-variations",
  "openai-speech",
  "openai-transcriptions",
  "openai-translations",
];

/** Streamed speech reports its tokens at the end: text in, audio out. */
function readSpeechUsage(body: unknown): UsageCounts | undefined {
  const usage = readTranscriptionUsage(body);
  return usage && { ...usage, output: 0, output_audio: usage.output };
}

/**
 * Extends a vendor's native path with calls other than chat: the caller's bytes go to the vendor's endpoint with the
 * caller's content type. `native` is the vendor's native path for chat, if any.
 */
export function forwardCalls(
  formats: readonly ForwardedFormat[],
  options: CompatibleOptions = {},
  native?: NativeCapability,
): NativeCapability {
  const forwarded = new Map<FormatId, ForwardedCall>(formats.map((format) => [format, calls[format]]));
  return {
    ...native,
    supports: (format, model, channel) =>
      forwarded.has(format) || (native?.supports(format, model, channel) ?? false),
    buildRequest(call, channel) {
      const found = forwarded.get(call.format);
      if (found === undefined) {
        if (native) return native.buildRequest(call, channel);
        throw new CannotServe(`This channel does not support ${call.format}.`);
      }
      return {
        method: "POST",
        url: endpointUrl(options, channel, found.endpoint, call.model),
        headers: {
          "content-type": json,
          ...call.headers,
          accept: call.stream ? "text/event-stream" : found.accept,
          ...authorizeChannel(options, channel),
        },
        body: call.body,
      };
    },
    readUsage(body, previous, format) {
      const found = forwarded.get(format);
      return found ? found.readUsage(body) : native?.readUsage(body, previous, format);
    },
  };
}
