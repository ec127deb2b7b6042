import type { ReasoningOptions } from "../../canonical/chat.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";

/** Thinking is switched on and off; newer models take an effort as well. */
export function renderReasoning(wish: ReasoningOptions, model = ""): JsonObject {
  const effort = effortOf(wish);
  const told: JsonObject = { enable_thinking: effort !== "none" };
  if (/^hy\d/.test(model) && effort !== undefined && effort !== "none") told.reasoning_effort = effort;
  return told;
}
