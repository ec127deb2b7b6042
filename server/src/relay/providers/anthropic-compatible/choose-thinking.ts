import type { ChatCall } from "../../canonical/chat.ts";
import { dialect } from "./dialect.ts";
import type { ModelTraits } from "./model-traits.ts";
import type { WireMessage, WireThinking } from "./wire.ts";

/** What is said about thinking in one request. */
export interface ThinkingChoice {
  thinking?: WireThinking;
  effort?: string;
  maxTokens: number;
  /** Fields of the wish that could not be met. */
  dropped: string[];
}

/** Where the caller names no limit (relay contract B2). */
const usualMaxTokens = 8192;
const leastBudget = 1024;

/**
 * Turns the caller's wish into what the model's generation takes. A budget always stays below `max_tokens`, and the caller's own limit is
 * never raised. Where thinking is not allowed (a forced tool, a tool loop begun without it) the wish is dropped.
 */
export function chooseThinking(
  call: ChatCall,
  traits: ModelTraits,
  messages: readonly WireMessage[],
): ThinkingChoice {
  const maxTokens = call.maxOutputTokens ?? usualMaxTokens;
  const wish = call.reasoning;
  const without = (...dropped: string[]): ThinkingChoice => ({ maxTokens, dropped });
  if (wish === undefined) return without();
  if (hasEffortOnly(call)) return { maxTokens, dropped: [], ...chosenEffort(wish.effort, traits) };
  if (wish.effort === "none" || wish.budgetTokens === 0) {
    if (traits.alwaysThinks) return without("reasoning_effort");
    return { thinking: { type: "disabled" }, maxTokens, dropped: [] };
  }
  const said = wish.effort !== undefined ? "reasoning_effort" : "reasoning.max_tokens";
  if (call.toolChoice?.type === "required" || call.toolChoice?.type === "tool") return without(said);
  const byBudget =
    traits.thinking === "budget" || (traits.thinking === "either" && wish.budgetTokens !== undefined);
  if (!byBudget) return chooseEffort(call, traits, maxTokens);
  if (continuesWithoutThinking(messages)) return without(said);
  return chooseBudget(call, maxTokens, said);
}

/** A caller of this dialect may name an effort and leave open whether to think. */
function hasEffortOnly({ extras }: ChatCall): boolean {
  return extras?.dialect === dialect && extras.fields.thinking === null;
}

function chosenEffort(effort: string | undefined, traits: ModelTraits): { effort?: string } {
  return effort === undefined ? {} : { effort: effortName(effort, traits.thinking === "adaptive") };
}

function chooseEffort(call: ChatCall, traits: ModelTraits, maxTokens: number): ThinkingChoice {
  const { effort, budgetTokens } = call.reasoning ?? {};
  const newest = traits.thinking === "adaptive";
  // The newest models keep their thoughts to themselves unless asked for a summary; callers of this dialect ask themselves.
  const asks = newest && call.extras?.dialect !== dialect;
  return {
    thinking: asks ? { type: "adaptive", display: "summarized" } : { type: "adaptive" },
    effort: effort === undefined ? effortOfBudget(budgetTokens ?? 0) : effortName(effort, newest),
    maxTokens,
    dropped: budgetTokens === undefined ? [] : ["reasoning.max_tokens"],
  };
}

function effortName(effort: string, newest: boolean): string {
  if (effort === "minimal") return "low";
  if (effort === "xhigh" && !newest) return "high";
  return ["low", "medium", "high", "xhigh", "max"].includes(effort) ? effort : "medium";
}

function effortOfBudget(budget: number): string {
  return budget <= 2048 ? "low" : budget <= 8192 ? "medium" : "high";
}

function chooseBudget(call: ChatCall, maxTokens: number, said: string): ThinkingChoice {
  const { effort, budgetTokens } = call.reasoning ?? {};
  const wanted = Math.max(budgetTokens ?? Math.floor(maxTokens * shareOf(effort)), leastBudget);
  // Without a limit of the caller's there is room for the budget and an answer.
  const limit =
    call.maxOutputTokens === undefined && wanted >= maxTokens ? wanted + usualMaxTokens : maxTokens;
  if (limit <= leastBudget) return { maxTokens, dropped: [said] };
  const budget_tokens = Math.min(wanted, limit - 1);
  return { thinking: { type: "enabled", budget_tokens }, maxTokens: limit, dropped: [] };
}

/** Part of the output limit that an effort may think (relay contract B2). */
function shareOf(effort: string | undefined): number {
  if (effort === "minimal") return 0;
  return effort === "low" ? 0.2 : effort === "medium" ? 0.5 : 0.8;
}

/** A turn that is waiting for tool results must have begun with thinking, else the API refuses to think now. */
function continuesWithoutThinking(messages: readonly WireMessage[]): boolean {
  const last = messages.at(-1);
  if (last?.role !== "user" || !last.content.some((block) => block.type === "tool_result")) return false;
  const first = messages.at(-2)?.content[0]?.type;
  return first !== "thinking" && first !== "redacted_thinking";
}
