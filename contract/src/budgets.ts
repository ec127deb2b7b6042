import * as z from "zod";
import { limits } from "./limits.ts";

/** Budgets reset at the start of each of these, in UTC; a week starts on Monday (ISO 8601). */
export const budgetPeriods = ["day", "week", "month"] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** Allowed values: a period, or no budget. */
export const budgetChoices = ["none", ...budgetPeriods] as const;
export type BudgetChoice = (typeof budgetChoices)[number];

/** Fields of a form that sets a budget. `lacksBudgetAmount` checks the two together. */
export const budgetForm = {
  budget_period: z
    .enum(budgetChoices)
    .default("none")
    .describe("How often the budget resets (UTC, weeks start on Monday); `none`: no budget."),
  budget_quota: z
    .int()
    .min(0)
    .max(limits.quotaMax)
    .default(0)
    .describe("Quota that may be spent in each period. Ignored while `budget_period` is `none`."),
};

/** Fields of an answer that shows a budget. */
export const budgetState = {
  budget_period: z.enum(budgetChoices).describe("How often the budget resets; `none`: no budget."),
  budget_quota: z.int().describe("Quota that may be spent in each period."),
  budget_used: z.int().describe("Quota spent in the current period; 0 without a budget."),
  budget_resets_at: z.int().describe("When the current period ends, epoch seconds; 0 without a budget."),
};

/** Changes with every call, so a body may repeat an older value. */
export const budgetMoving = ["budget_used", "budget_resets_at"] as const;

/** For the form that `lacksBudgetAmount` rejects. */
export const budgetMissing = {
  path: ["budget_quota"],
  params: { code: "budget.amount_missing" },
  message: "Set how much may be spent in each period.",
};

/** True for a period with nothing to spend in it. */
export function lacksBudgetAmount(form: {
  budget_period?: BudgetChoice | undefined;
  budget_quota?: number | undefined;
}): boolean {
  return form.budget_period !== undefined && form.budget_period !== "none" && (form.budget_quota ?? 0) <= 0;
}

const daySeconds = 86_400;

/** Start of the period that `at` is in. Epoch seconds, UTC. */
export function budgetPeriodStart(period: BudgetPeriod, at: number): number {
  const day = Math.floor(at / daySeconds);
  if (period === "day") return day * daySeconds;
  // Day 0 was a Thursday.
  if (period === "week") return (day - ((day + 3) % 7)) * daySeconds;
  const date = new Date(at * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000;
}

/** Start of the period after the one that `at` is in. Epoch seconds, UTC. */
export function budgetPeriodEnd(period: BudgetPeriod, at: number): number {
  const start = budgetPeriodStart(period, at);
  if (period === "day") return start + daySeconds;
  if (period === "week") return start + 7 * daySeconds;
  const date = new Date(start * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / 1000;
}
