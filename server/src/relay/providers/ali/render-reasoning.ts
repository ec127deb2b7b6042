import type { ReasoningOptions } from "../../canonical/chat.ts";
import type { JsonObject } from "../kit/read-json.ts";

/**
 * Renders the reasoning options for DashScope. Newer models accept an effort, the others a number of tokens; `high` and
 * above send none, which is the model's unlimited default.
 */
export function renderReasoning({ effort, budgetTokens }: ReasoningOptions, model: string): JsonObject {
  if (effort === "none" || (effort === undefined && budgetTokens === 0)) return { enable_thinking: false };
  const fields: JsonObject = { enable_thinking: true };
  if (supportsEffort.test(model) && effort !== undefined) fields.reasoning_effort = effort;
  else {
    const budget = budgetTokens ?? (effort === undefined ? undefined : budgets[effort]);
    if (budget !== undefined && budget > 0) fields.thinking_budget = budget;
  }
  return fields;
}

const supportsEffort = /^(?:qwen3\.(?:[89]|\d\d)|glm-5|deepseek-v4)/i;
const budgets: Partial<Record<string, number>> = { minimal: 1024, low: 2048, medium: 8192 };

/** The first open Qwen3 models think by default, and reject thinking without a stream. */
export function thinksOnlyInStreams(model: string): boolean {
  return /^qwen3-(?:\d+b-a\d+b|\d+(?:\.\d+)?b)$/.test(model);
}
