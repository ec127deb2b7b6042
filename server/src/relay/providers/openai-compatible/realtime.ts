import type { UsageCounts } from "@tollgate/contract/cost";
import { noUsage } from "@tollgate/contract/cost";
import { readCount } from "../kit/read-count.ts";
import { asObject, asText } from "../kit/read-json.ts";
import type { ChannelView, RealtimeCapability } from "../provider.ts";
import { authorizeChannel, endpointUrl } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";
import { readTranscriptionUsage } from "./transcription.ts";

/** OpenAI's Realtime API; `query` is what follows the path, `model=…` unless a vendor says otherwise. */
export function compatibleRealtime(
  options: CompatibleOptions = {},
  query: (model: string, channel: ChannelView) => string = (model) => `model=${encodeURIComponent(model)}`,
): RealtimeCapability {
  return {
    buildSocket(model, channel) {
      const url = endpointUrl(options, channel, "/realtime", model).replace(/^http/, "ws");
      const joined = `${url}${url.includes("?") ? "&" : "?"}${query(model, channel)}`;
      return { url: joined, headers: authorizeChannel(options, channel), protocols: ["realtime"] };
    },
    readUsage: readRealtimeUsage,
    readTranscript: readRealtimeTranscript,
  };
}

/** A finished transcript of the caller's sound. Seconds are not tokens: then its words are counted (relay contract A13). */
export function readRealtimeTranscript(
  event: unknown,
): { usage: UsageCounts | undefined; text: string } | undefined {
  const root = asObject(event);
  if (root?.type !== "conversation.item.input_audio_transcription.completed") return undefined;
  return { usage: readTranscriptionUsage(root), text: asText(root.transcript) ?? "" };
}

/** Usage of a `response.done`, in disjoint buckets: cached tokens are part of the text and audio counts beside them. */
export function readRealtimeUsage(event: unknown): UsageCounts | undefined {
  const root = asObject(event);
  if (root?.type !== "response.done") return undefined;
  const usage = asObject(asObject(root.response)?.usage);
  if (!usage) return undefined;
  const input = asObject(usage.input_token_details);
  const output = asObject(usage.output_token_details);
  const cached = readCount(input?.cached_tokens);
  const cachedAudio = readCount(asObject(input?.cached_tokens_details)?.audio_tokens);
  const audio = Math.max(readCount(input?.audio_tokens) - cachedAudio, 0);
  const image = readCount(input?.image_tokens);
  const spoken = readCount(output?.audio_tokens);
  return {
    ...noUsage,
    cached,
    input_audio: audio,
    input_image: image,
    input: Math.max(readCount(usage.input_tokens) - cached - audio - image, 0),
    output_audio: spoken,
    output: Math.max(readCount(usage.output_tokens) - spoken, 0),
  };
}
