import { type BudgetChoice, budgetMissing, lacksBudgetAmount } from "@tollgate/contract/budgets";
import { AppError } from "../platform/app-error.ts";

/**
 * Checks a form with missing fields together with the stored ones.
 * @throws AppError request.invalid, on `budget_quota`
 */
export function rejectBudgetWithoutAmount(form: { budget_period: BudgetChoice; budget_quota: number }): void {
  if (!lacksBudgetAmount(form)) return;
  const { message, params } = budgetMissing;
  throw new AppError("request.invalid", {
    fields: [{ path: "budget_quota", code: params.code, message }],
  });
}
