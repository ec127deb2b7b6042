import type { StopReason } from "../../canonical/chat.ts";
import type { WireFinishReason } from "./wire.ts";

/**
 * Chat Completions has four reasons; a pause in a long turn is a stop that the caller may continue. `legacy`: the
 * caller got a `function_call`, which has its own reason.
 */
export function renderFinishReason(reason: StopReason, legacy = false): WireFinishReason {
  switch (reason) {
    case "length":
    case "context-length":
      return "length";
    case "tool-calls":
      return legacy ? "function_call" : "tool_calls";
    case "filter":
    case "refusal":
      return "content_filter";
    default:
      return "stop";
  }
}
