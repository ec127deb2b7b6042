import type { StopReason } from "../../canonical/chat.ts";
import type { WireStop, WireStopReason } from "./wire.ts";

const reasons: Record<StopReason, WireStopReason> = {
  stop: "end_turn",
  "stop-sequence": "stop_sequence",
  length: "max_tokens",
  "context-length": "model_context_window_exceeded",
  "tool-calls": "tool_use",
  filter: "refusal",
  refusal: "refusal",
  pause: "pause_turn",
};

/** How a response ended. */
export interface AnswerEnd {
  reason: StopReason | undefined;
  sequence: string | undefined;
  /** Text of a refusal; empty if there is none. */
  refusal: string;
  calledTools: boolean;
}

/**
 * Why the response ended. Some vendors send a plain stop with tool calls or a refusal: clients of this format read only
 * the stop reason, so it follows the content.
 */
export function renderStop({ reason, sequence, refusal, calledTools }: AnswerEnd): WireStop {
  const plain = reason === undefined || reason === "stop";
  const said = plain && refusal !== "" ? "refusal" : plain && calledTools ? "tool-calls" : (reason ?? "stop");
  const stop: WireStop = { stop_reason: reasons[said], stop_sequence: sequence ?? null };
  if (stop.stop_reason === "refusal")
    stop.stop_details = { type: "refusal", category: null, explanation: refusal === "" ? null : refusal };
  return stop;
}
