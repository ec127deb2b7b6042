import { type BudgetChoice, budgetMissing, lacksBudgetAmount } from "@tollgate/contract/budgets";
import { AppError } from "../platform/app-error.ts";

/** A form that leaves fields out is whole only beside what is stored. @throws AppError request.invalid, on `budget_quota` */
export function refuseBudgetWithoutAmount(form: { budget_period: BudgetChoice; budget_quota: number }): void {
  if (!lacksBudgetAmount(form)) return;
  const { message, params } = budgetMissing;
  throw new AppError("request.invalid", {
    fields: [{ path: "budget_quota", code: params.code, message }],
  });
}
