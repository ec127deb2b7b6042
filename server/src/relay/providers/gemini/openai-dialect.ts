import { parseBounded } from "../../canonical/parse-bounded.ts";
import { isSwitchedOn } from "../kit/is-switched-on.ts";
import { asObject } from "../kit/read-json.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { ChatCapability, NativeCapability, StreamReader } from "../provider.ts";
import { versionOf } from "./endpoint.ts";

const options: CompatibleOptions = {
  path: (endpoint, channel) => `/${versionOf(channel)}/openai${endpoint}`,
  thoughtSignatures: true,
  imageUrls: false,
  completionLimit: () => true,
};
const openAiChat = compatibleChat(options);
const openAiNative = compatibleNative(options);

/**
 * Channels switched to Google's OpenAI-compatible endpoint use that for chats; answers are recognized by their format.
 */
export function withOpenAiDialect(chat: ChatCapability): ChatCapability {
  return {
    ...chat,
    sentAs: (_model, channel) =>
      isSwitchedOn(channel, "use_openai_api", "enable") ? "openai-chat" : "gemini-generate",
    buildRequest: (call, channel) =>
      (isSwitchedOn(channel, "use_openai_api", "enable") ? openAiChat : chat).buildRequest(call, channel),
    readResponse: (body, call) =>
      (asObject(body)?.choices === undefined ? chat : openAiChat).readResponse(body, call),
    streamReader(call) {
      let reader: StreamReader | undefined;
      return {
        read(event) {
          reader ??= (isOpenAiShape(event.data) ? openAiChat : chat).streamReader(call);
          return reader.read(event);
        },
        end: () => reader?.end() ?? [],
      };
    },
  };
}

/** The same for native calls. */
export function withOpenAiDialectNative(native: NativeCapability): NativeCapability {
  return {
    supports: (format, model, channel) =>
      (isSwitchedOn(channel, "use_openai_api", "enable") && !besideChat.has(format)
        ? openAiNative
        : native
      ).supports(format, model, channel),
    buildRequest: (call, channel) =>
      (call.format.startsWith("openai-") ? openAiNative : native).buildRequest(call, channel),
    adapt: (body, format, model) =>
      (format.startsWith("openai-") ? openAiNative : native).adapt?.(body, format, model),
    readUsage: (body, previous, format) =>
      (format.startsWith("openai-") ? openAiNative : native).readUsage(body, previous, format),
  };
}

const besideChat = new Set<string>(["gemini-embed", "gemini-count-tokens"]);

/** The top-level fields decide the dialect; nested text may be anyone's. */
function isOpenAiShape(data: string): boolean {
  try {
    return asObject(parseBounded(data))?.choices !== undefined;
  } catch {
    return data.trim() === "[DONE]";
  }
}
