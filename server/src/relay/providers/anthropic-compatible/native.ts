import { asObject, type JsonObject } from "../kit/read-json.ts";
import type { NativeCapability } from "../provider.ts";
import { buildMessagesRequest } from "./chat.ts";
import { describeRequest } from "./headers.ts";
import type { MessagesOptions } from "./options.ts";
import { readUsage } from "./read-usage.ts";

/** Messages on both sides: the caller's bytes are forwarded, usage is read from them. */
export function compatibleMessagesNative(options: MessagesOptions = {}): NativeCapability {
  return {
    supports: (format) =>
      format === "anthropic-messages" ||
      (format === "anthropic-count-tokens" && options.countsTokens !== false),
    needsSignatures,
    buildRequest(call, channel) {
      const request = describeRequest(call, channel, call.headers);
      if (options.adjustBody === undefined)
        return buildMessagesRequest(options, request, channel, { body: call.body, headers: call.headers });
      // Costly JSON was rejected when the caller's body was read.
      const body = JSON.parse(call.body.toString("utf8")) as JsonObject;
      options.adjustBody(body, request, channel);
      return buildMessagesRequest(options, request, channel, {
        body: JSON.stringify(body),
        headers: call.headers,
      });
    },
    readUsage(body, previous, format) {
      // Token counting is free.
      if (format !== "anthropic-messages") return undefined;
      const root = asObject(body);
      return readUsage(asObject(root?.message)?.usage ?? root?.usage, previous);
    },
  };
}

/** Models of other vendors behind this dialect do not sign reasoning, and some require it within a tool loop. */
function needsSignatures(model: string): boolean {
  return !unsigned.test(model);
}

const unsigned = /deepseek|kimi|moonshot|glm|minimax|qwen|mimo|doubao|longcat/i;
