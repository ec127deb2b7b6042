import type { ReasoningOptions } from "../../canonical/chat.ts";
import type { JsonObject } from "../kit/read-json.ts";

/**
 * A wish for thinking in DashScope's words. Newer models take an effort, the others a number of tokens; `high` and more mean as much as
 * the model likes, which is its default.
 */
export function renderReasoning({ effort, budgetTokens }: ReasoningOptions, model: string): JsonObject {
  if (effort === "none" || (effort === undefined && budgetTokens === 0)) return { enable_thinking: false };
  const told: JsonObject = { enable_thinking: true };
  if (takesEffort.test(model) && effort !== undefined) told.reasoning_effort = effort;
  else {
    const budget = budgetTokens ?? (effort === undefined ? undefined : budgets[effort]);
    if (budget !== undefined && budget > 0) told.thinking_budget = budget;
  }
  return told;
}

const takesEffort = /^(?:qwen3\.(?:[89]|\d\d)|glm-5|deepseek-v4)/i;
const budgets: Partial<Record<string, number>> = { minimal: 1024, low: 2048, medium: 8192 };

/** The first open Qwen3 models think by default, and refuse to do so unless they stream. */
export function thinksOnlyInStreams(model: string): boolean {
  return /^qwen3-(?:\d+b-a\d+b|\d+(?:\.\d+)?b)$/.test(model);
}
