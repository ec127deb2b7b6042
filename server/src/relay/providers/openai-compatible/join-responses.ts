import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { FormatId } from "../../format-ids.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";
import type { ChatCapability, NativeCapability, StreamReader } from "../provider.ts";

/**
 * Chat of a vendor that has Responses as well: `isResponsesOnly` names the models that are asked there, default none. An answer is read
 * as what it is, since the words of native answers are counted by these readers too.
 */
export function chatOrResponses(
  chat: ChatCapability,
  responses: ChatCapability,
  isResponsesOnly: (model: string) => boolean = () => false,
): ChatCapability {
  const pick = (model: string): ChatCapability => (isResponsesOnly(model) ? responses : chat);
  return {
    buildRequest: (call, channel) => pick(call.model).buildRequest(call, channel),
    readResponse: (body, call) =>
      (asObject(body)?.object === "response" ? responses : pick(call.model)).readResponse(body, call),
    streamReader(call) {
      let reader: StreamReader | undefined;
      return {
        read(event) {
          // The first event tells whose the stream is.
          reader ??= (isResponsesEvent(event.data) ? responses : pick(call.model)).streamReader(call);
          return reader.read(event);
        },
        end: () => reader?.end() ?? [],
      };
    },
    ...(chat.needsInline && { needsInline: chat.needsInline }),
  };
}

function isResponsesEvent(data: string): boolean {
  try {
    return asFilledText(asObject(parseBounded(data))?.type)?.startsWith("response.") ?? false;
  } catch {
    return false;
  }
}

/** The native paths of one vendor as one. A format's name alone tells whose it is. */
export function joinNative(chat: NativeCapability, responses: NativeCapability): NativeCapability {
  const pick = (format: FormatId): NativeCapability =>
    format.startsWith("openai-responses") ? responses : chat;
  return {
    speaks: (format, model, channel) => pick(format).speaks(format, model, channel),
    buildRequest: (call, channel) => pick(call.format).buildRequest(call, channel),
    adapt: (body, format, model) => pick(format).adapt?.(body, format, model),
    outputLimitField: (format, model) => pick(format).outputLimitField?.(format, model),
    readUsage: (body, previous, format) => pick(format).readUsage(body, previous, format),
  };
}
