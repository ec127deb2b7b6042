import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { FormatId } from "../../format-ids.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";
import type { ChannelView, ChatCapability, NativeCapability, StreamReader } from "../provider.ts";

/**
 * Chat of a vendor that also has Responses: models named by `isResponsesOnly` are sent there; absent: every call uses
 * Chat Completions. If an upstream lacks one of the two endpoints, the other one is used. An answer is parsed by its
 * own shape, because these readers also count native answers.
 */
export function chatOrResponses(
  chat: ChatCapability,
  responses: ChatCapability,
  isResponsesOnly?: (model: string) => boolean,
): ChatCapability {
  const prefersResponses = (model: string): boolean => isResponsesOnly?.(model) ?? false;
  const usesResponses = (model: string, { unsupported }: ChannelView): boolean =>
    isResponsesOnly !== undefined && unsupported !== undefined && unsupported.size > 0
      ? unsupported.has("openai-chat") || (prefersResponses(model) && !unsupported.has("openai-responses"))
      : prefersResponses(model);
  const readerOf = (model: string, answer: unknown): ChatCapability => {
    const { object, type, choices } = asObject(answer) ?? {};
    if (object === "response" || asFilledText(type)?.startsWith("response.")) return responses;
    return choices === undefined && prefersResponses(model) ? responses : chat;
  };
  return {
    sentAs: (model, channel) => (usesResponses(model, channel) ? "openai-responses" : "openai-chat"),
    buildRequest: (call, channel) =>
      (usesResponses(call.model, channel) ? responses : chat).buildRequest(call, channel),
    readResponse: (body, call) => readerOf(call.model, body).readResponse(body, call),
    streamReader(call) {
      let reader: StreamReader | undefined;
      return {
        read(event) {
          // The first event decides the format of the stream.
          reader ??= readerOf(call.model, parseEvent(event.data)).streamReader(call);
          return reader.read(event);
        },
        end: () => reader?.end() ?? [],
      };
    },
    ...(chat.needsInline && { needsInline: chat.needsInline }),
  };
}

function parseEvent(data: string): unknown {
  try {
    return parseBounded(data);
  } catch {
    return undefined;
  }
}

/** Combines the two native paths of a vendor. The format selects the path. */
export function joinNative(chat: NativeCapability, responses: NativeCapability): NativeCapability {
  const pick = (format: FormatId): NativeCapability =>
    format.startsWith("openai-responses") || format === "openai-count-tokens" ? responses : chat;
  return {
    supports: (format, model, channel) => pick(format).supports(format, model, channel),
    buildRequest: (call, channel) => pick(call.format).buildRequest(call, channel),
    adapt: (body, format, model) => pick(format).adapt?.(body, format, model),
    outputLimitField: (format, model) => pick(format).outputLimitField?.(format, model),
    readUsage: (body, previous, format) => pick(format).readUsage(body, previous, format),
  };
}
