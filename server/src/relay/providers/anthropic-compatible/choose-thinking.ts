import type { ChatCall } from "../../canonical/chat.ts";
import { dialect } from "./dialect.ts";
import type { ModelTraits } from "./model-traits.ts";
import type { WireMessage, WireThinking } from "./wire.ts";

/** The thinking fields of one request. */
export interface ThinkingChoice {
  thinking?: WireThinking;
  effort?: string;
  maxTokens: number;
  /** Reasoning options that are not supported. */
  dropped: string[];
}

/** Used if the caller sets no limit, because the API requires one. */
const defaultMaxTokens = 8192;
const minBudget = 1024;

/**
 * Renders the reasoning options for the model's generation. A budget stays below `max_tokens`, and the caller's limit
 * is never raised. Where thinking is not allowed (a forced tool, a tool loop begun without it) the option is dropped.
 */
export function chooseThinking(
  call: ChatCall,
  traits: ModelTraits,
  messages: readonly WireMessage[],
): ThinkingChoice {
  const maxTokens = call.maxOutputTokens ?? defaultMaxTokens;
  const reasoning = call.reasoning;
  const without = (...dropped: string[]): ThinkingChoice => ({ maxTokens, dropped });
  if (reasoning === undefined) return without();
  if (hasEffortOnly(call)) return { maxTokens, dropped: [], ...chosenEffort(reasoning.effort, traits) };
  if (reasoning.effort === "none" || reasoning.budgetTokens === 0) {
    if (traits.alwaysThinks) return without("reasoning_effort");
    return { thinking: { type: "disabled" }, maxTokens, dropped: [] };
  }
  const field = reasoning.effort !== undefined ? "reasoning_effort" : "reasoning.max_tokens";
  if (call.toolChoice?.type === "required" || call.toolChoice?.type === "tool") return without(field);
  const byBudget =
    traits.thinking === "budget" || (traits.thinking === "either" && reasoning.budgetTokens !== undefined);
  if (!byBudget) return chooseEffort(call, traits, maxTokens);
  if (continuesWithoutThinking(messages)) return without(field);
  return chooseBudget(call, maxTokens, field);
}

/** A caller of this dialect may set an effort without enabling thinking. */
function hasEffortOnly({ extras }: ChatCall): boolean {
  return extras?.dialect === dialect && extras.fields.thinking === null;
}

function chosenEffort(effort: string | undefined, traits: ModelTraits): { effort?: string } {
  return effort === undefined ? {} : { effort: effortName(effort, traits.thinking === "adaptive") };
}

function chooseEffort(call: ChatCall, traits: ModelTraits, maxTokens: number): ThinkingChoice {
  const { effort, budgetTokens } = call.reasoning ?? {};
  const newest = traits.thinking === "adaptive";
  // The newest models omit reasoning text unless a summary is requested; callers of this dialect request it themselves.
  const requestsSummary = newest && call.extras?.dialect !== dialect;
  return {
    thinking: requestsSummary ? { type: "adaptive", display: "summarized" } : { type: "adaptive" },
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

function chooseBudget(call: ChatCall, maxTokens: number, field: string): ThinkingChoice {
  const { effort, budgetTokens } = call.reasoning ?? {};
  const wanted = Math.max(budgetTokens ?? Math.floor(maxTokens * shareOf(effort)), minBudget);
  // Without the caller's limit, the maximum fits the budget and an answer.
  const limit =
    call.maxOutputTokens === undefined && wanted >= maxTokens ? wanted + defaultMaxTokens : maxTokens;
  if (limit <= minBudget) return { maxTokens, dropped: [field] };
  const budget_tokens = Math.min(wanted, limit - 1);
  return { thinking: { type: "enabled", budget_tokens }, maxTokens: limit, dropped: [] };
}

/** Share of the output limit that an effort may use for reasoning. */
function shareOf(effort: string | undefined): number {
  if (effort === "minimal") return 0;
  return effort === "low" ? 0.2 : effort === "medium" ? 0.5 : 0.8;
}

/** A turn that waits for tool results must start with thinking, or the API rejects thinking. */
function continuesWithoutThinking(messages: readonly WireMessage[]): boolean {
  const last = messages.at(-1);
  if (last?.role !== "user" || !last.content.some((block) => block.type === "tool_result")) return false;
  const first = messages.at(-2)?.content[0]?.type;
  return first !== "thinking" && first !== "redacted_thinking";
}
