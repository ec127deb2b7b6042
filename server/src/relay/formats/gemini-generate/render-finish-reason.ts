import type { StopReason } from "../../canonical/chat.ts";
import type { WireFinishReason } from "./wire.ts";

/**
 * A response that calls functions ends with `STOP` too; a pause in a long turn is a stop that the caller may continue.
 */
export function renderFinishReason(reason: StopReason): WireFinishReason {
  switch (reason) {
    case "length":
    case "context-length":
      return "MAX_TOKENS";
    case "filter":
    case "refusal":
      return "SAFETY";
    default:
      return "STOP";
  }
}
