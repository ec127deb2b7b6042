import { type BudgetPeriod, budgetPeriodEnd } from "@tollgate/contract/budgets";
import { formatQuota } from "@tollgate/contract/quota";
import type { Budget, Caller } from "../ports.ts";
import { RelayError } from "../relay-error.ts";

const names: Record<BudgetPeriod, string> = { day: "daily", week: "weekly", month: "monthly" };

interface BudgetShortage {
  short: "user_budget" | "token_budget";
  /** What the budget does not cover, e.g. `this call`; undefined: it is used up. */
  what?: string | undefined;
  /** A sentence that states what the budget would cover. */
  hint?: string;
  /** Epoch seconds. */
  now: number;
  quotaPerUnit: number;
}

/** The error for a call that a budget does not cover: which budget, its amount and its reset time. */
export function budgetError(
  caller: Pick<Caller, "userBudget" | "tokenBudget">,
  { short, what, hint = "", now, quotaPerUnit }: BudgetShortage,
): RelayError {
  const budget = short === "user_budget" ? caller.userBudget : caller.tokenBudget;
  const owner = short === "user_budget" ? "account" : "API key";
  const kind = short === "user_budget" ? "user_budget_exceeded" : "token_budget_exceeded";
  const problem = what === undefined ? "is used up" : `does not cover ${what}`;
  const more = hint === "" ? "" : ` ${hint}`;
  if (!budget) return new RelayError(kind, `The budget of the ${owner} ${problem}.${more}`);
  return new RelayError(
    kind,
    `The ${names[budget.period]} budget of the ${owner} (${describe(budget, quotaPerUnit)}) ${problem}. It resets at ${utcTime(
      budgetPeriodEnd(budget.period, now),
    )}.${more}`,
  );
}

function describe({ quota }: Budget, quotaPerUnit: number): string {
  return formatQuota(quota, { quotaPerUnit, displayInCurrency: true });
}

/** `2026-11-24 00:00 UTC` */
function utcTime(at: number): string {
  return `${new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
