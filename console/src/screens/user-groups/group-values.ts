import { type UserGroup, userGroupForm, userGroupUpdateForm } from "@tollgate/contract/groups";
import type { Resolver } from "react-hook-form";
import { formResolver } from "../../lib/forms/form-resolver";
import { onlyChanges } from "../../lib/forms/only-changes";

/** What the group editor holds; `id` 0 while the group does not exist yet. */
export type GroupValues = Omit<UserGroup, "enable">;

export const newGroupValues: GroupValues = {
  id: 0,
  symbol: "",
  name: "",
  ratio: 1,
  api_rate: 600,
  tokens_per_minute: 0,
  concurrency: 0,
  public: false,
  promotion: false,
  min: 0,
  max: 0,
};

export function valuesOfGroup(group: UserGroup): GroupValues {
  const { id, symbol, name, ratio, api_rate, tokens_per_minute, concurrency, min, max, promotion } = group;
  return {
    id,
    symbol,
    name,
    ratio,
    api_rate,
    tokens_per_minute,
    concurrency,
    public: group.public,
    promotion,
    min,
    max,
  };
}

/** The request body; without the automatic upgrade its bounds are omitted, so that hidden values are not rejected. */
export function bodyOfGroup({ id: _id, ...values }: GroupValues) {
  return values.promotion ? values : { ...values, min: 0, max: 0 };
}

/** What was changed; the bounds of the upgrade belong together. */
export function changeOfGroup(start: GroupValues, values: GroupValues) {
  const { symbol: _, ...changed } = onlyChanges(bodyOfGroup(start), bodyOfGroup(values));
  const { promotion, min, max } = bodyOfGroup(values);
  const moved = ["promotion", "min", "max"].some((name) => name in changed);
  return { ...changed, ...(moved && { promotion, min, max }), id: start.id };
}

/** The contract's schema of what will be sent. */
export function groupResolver(isNew: boolean): Resolver<GroupValues> {
  const check = (isNew
    ? formResolver(userGroupForm)
    : formResolver(userGroupUpdateForm)) as unknown as Resolver<GroupValues>;
  return async (values, context, options) => {
    const sent = { ...bodyOfGroup(values), id: values.id };
    const { errors } = await check(sent, context, options);
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}
