import { roles } from "@tollgate/contract/access";
import { defaultGroup } from "@tollgate/contract/groups";
import { type AdminUser, newUserForm, userChangeForm } from "@tollgate/contract/users";
import type { Resolver } from "react-hook-form";
import { budgetBody, type BudgetValues } from "../../widgets/budget/budget-fields";
import { onlyChanges } from "../../lib/forms/only-changes";
import { formResolver } from "../../lib/forms/form-resolver";

/** What the user editor holds; `id` 0 while the user does not exist yet. */
export interface UserValues extends BudgetValues {
  id: number;
  username: string;
  display_name: string;
  password: string;
  email: string;
  group: string;
  role: number;
  /** Initial balance of a new user; null: the sign-up credit. */
  quota: number | null;
}

export const newUserValues: UserValues = {
  id: 0,
  username: "",
  display_name: "",
  password: "",
  email: "",
  group: defaultGroup,
  role: roles.user,
  quota: null,
  budget_period: "none",
  budget_quota: 0,
};

export function valuesOfUser(user: AdminUser): UserValues {
  const { id, username, display_name, email, group, role, budget_period, budget_quota } = user;
  const account = { id, username, display_name, password: "", email, group, role, quota: null };
  return { ...account, budget_period, budget_quota };
}

/** The body of the call that creates a user. A budget is set once the user exists. */
export function newUserOf(all: UserValues) {
  const { id: _id, quota, budget_period: _period, budget_quota: _amount, ...values } = all;
  return { ...values, ...(quota !== null && { quota }) };
}

/**
 * What was changed. Names made elsewhere may break today's rule: one that is left as it was is not sent, and so not
 * rejected.
 */
export function changeOf(values: UserValues, user: AdminUser) {
  const { id: _id, quota: _quota, budget_period: _period, budget_quota: _amount, ...rest } = values;
  const budget = budgetBody(values);
  const budgetChanged =
    budget.budget_period !== user.budget_period || budget.budget_quota !== user.budget_quota;
  return { ...onlyChanges(valuesOfUser(user), rest), ...(budgetChanged && budget), id: user.id };
}

/** The contract's schema of what will be sent. */
export function userResolver(user: AdminUser | undefined): Resolver<UserValues> {
  const creates = formResolver(newUserForm) as unknown as Resolver<UserValues>;
  const changes = formResolver(userChangeForm) as unknown as Resolver<UserValues>;
  return async (values, context, options) => {
    const result = user
      ? await changes(changeOf(values, user) as UserValues, context, options)
      : await creates(newUserOf(values) as UserValues, context, options);
    // The form submits its values; the body is built from them.
    return Object.keys(result.errors).length > 0 ? result : { values, errors: {} };
  };
}
