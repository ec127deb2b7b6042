import type { ChatCall } from "../../canonical/chat.ts";
import type { ModelTraits } from "./model-traits.ts";
import type { WireThinking } from "./wire.ts";

/**
 * Renders the reasoning options for the model's generation (https://ai.google.dev/gemini-api/docs/thinking); undefined
 * if there is nothing to send. Google rejects a budget together with a level, and either one for a model without
 * thinking.
 */
export function chooseThinking(
  call: ChatCall,
  traits: ModelTraits,
  dropped: Set<string>,
): WireThinking | undefined {
  const { effort, budgetTokens } = call.reasoning ?? {};
  if (effort === undefined && budgetTokens === undefined) return undefined;
  const off = effort === "none" || (effort === undefined && budgetTokens === 0);
  if (traits.thinking === "none") {
    if (!off) dropped.add(nameOf(call));
    return undefined;
  }
  const config =
    traits.thinking === "budget" ? chooseBudget(call, traits, off) : chooseLevel(call, traits, off);
  if (isLess(config, traits, call, off)) dropped.add(nameOf(call));
  return off ? config : { ...config, includeThoughts: true };
}

function nameOf(call: ChatCall): string {
  return call.reasoning?.effort === undefined ? "reasoning.max_tokens" : "reasoning_effort";
}

/** True if the model does not support exactly that: it cannot stop thinking, or accepts no number. */
function isLess(config: WireThinking, traits: ModelTraits, call: ChatCall, off: boolean): boolean {
  if (off) return config.thinkingBudget !== 0;
  return traits.thinking === "level" && call.reasoning?.effort === undefined;
}

function chooseBudget(call: ChatCall, { budget }: ModelTraits, off: boolean): WireThinking {
  if (off) return { thinkingBudget: budget.off ? 0 : budget.least };
  const wanted = call.reasoning?.budgetTokens ?? budgetOf(call.reasoning?.effort, budget.most);
  return { thinkingBudget: Math.min(Math.max(wanted, budget.least), budget.most) };
}

/** The budgets of Google's OpenAI-compatible endpoint: https://ai.google.dev/gemini-api/docs/openai */
function budgetOf(effort: string | undefined, most: number): number {
  switch (effort) {
    case "minimal":
    case "low":
      return 1024;
    case "high":
      return 24_576;
    case "xhigh":
    case "max":
      return most;
    default:
      return 8192;
  }
}

function chooseLevel(call: ChatCall, { levels }: ModelTraits, off: boolean): WireThinking {
  const wanted = off ? "MINIMAL" : levelOf(call);
  const known = levels.find((level) => order.indexOf(level) >= order.indexOf(wanted));
  return { thinkingLevel: known ?? "HIGH" };
}

const order = ["MINIMAL", "LOW", "MEDIUM", "HIGH"] as const;

function levelOf({ reasoning }: ChatCall): (typeof order)[number] {
  const effort = reasoning?.effort;
  if (effort === undefined) {
    const budget = reasoning?.budgetTokens ?? 0;
    return budget <= 2048 ? "LOW" : budget <= 8192 ? "MEDIUM" : "HIGH";
  }
  if (effort === "xhigh" || effort === "max") return "HIGH";
  return order.find((level) => level === effort.toUpperCase()) ?? "MEDIUM";
}
