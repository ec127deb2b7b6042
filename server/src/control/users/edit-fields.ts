import type { BudgetChoice } from "@tollgate/contract/budgets";
import type { UserChangeForm } from "@tollgate/contract/users";
import { AppError } from "../../platform/app-error.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { Database } from "../../storage/database.ts";
import {
  createUserRepository,
  type UserChange,
  type UserRow,
} from "../../storage/repositories/user-repository.ts";
import type { BudgetRow } from "../../storage/repositories/budget-columns.ts";
import { rejectBudgetWithoutAmount } from "../reject-budget.ts";

/** Columns that a form may set; the schema drops all others (mass assignment). */
const plainFields = ["username", "display_name", "email", "group", "role"] as const;

const budgetFields = ["budget_period", "budget_quota"] as const;

export interface EditedFields {
  change: UserChange;
  /** Undefined where the budget stays. */
  budget: { period: BudgetChoice; quota: number } | undefined;
  detail: Record<string, unknown>;
}

/**
 * The changes of a form to a user, for the database and for the audit log, which only records that a password is new.
 * @throws AppError user.name_taken, user.email_taken, request.invalid for a budget without an amount
 */
export async function editFields(
  { database, passwords }: { database: Database; passwords: Passwords },
  target: UserRow & Pick<BudgetRow, (typeof budgetFields)[number]>,
  form: UserChangeForm,
): Promise<EditedFields> {
  const change: UserChange = {};
  const detail: Record<string, unknown> = {};
  for (const field of plainFields) {
    const value = form[field];
    if (value === undefined || value === target[field]) continue;
    Object.assign(change, { [field]: value });
    detail[field] = [target[field], value];
  }
  const budget = {
    budget_period: form.budget_period ?? target.budget_period,
    budget_quota: form.budget_quota ?? target.budget_quota,
  };
  rejectBudgetWithoutAmount(budget);
  for (const field of budgetFields)
    if (budget[field] !== target[field]) detail[field] = [target[field], budget[field]];
  const sameBudget = budgetFields.every((field) => budget[field] === target[field]);
  if (change.email !== undefined) change.email_verified = 0;
  await rejectTaken(database, target, change);
  if (form.password !== "") {
    change.password_hash = await passwords.hash(form.password);
    detail["password"] = true;
  }
  return {
    change,
    budget: sameBudget ? undefined : { period: budget.budget_period, quota: budget.budget_quota },
    detail,
  };
}

async function rejectTaken(database: Database, target: UserRow, change: UserChange): Promise<void> {
  const users = createUserRepository(database.queries);
  const sameName = change.username === undefined ? undefined : await users.findByUsername(change.username);
  if (sameName && sameName.id !== target.id) throw taken("user.name_taken", "username");
  const sameEmail = change.email === undefined ? [] : await users.findByEmail(change.email);
  if (sameEmail.some((row) => row.id !== target.id)) throw taken("user.email_taken", "email");
}

function taken(code: "user.name_taken" | "user.email_taken", path: string): AppError {
  return new AppError(code, { fields: [{ path, code, message: new AppError(code).message }] });
}
