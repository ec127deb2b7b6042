import type { ReasoningOptions } from "../../canonical/chat.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";

/** Thinking is a switch; newer models accept an effort as well. */
export function renderReasoning(reasoning: ReasoningOptions, model = ""): JsonObject {
  const effort = effortOf(reasoning);
  const fields: JsonObject = { enable_thinking: effort !== "none" };
  if (/^hy\d/.test(model) && effort !== undefined && effort !== "none") fields.reasoning_effort = effort;
  return fields;
}
