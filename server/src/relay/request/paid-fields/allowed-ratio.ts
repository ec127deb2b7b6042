import { foldName, type PaidFields } from "../../canonical/paid-fields.ts";
import { channelAllowance } from "./channel-allowance.ts";
import { isFree } from "./find-paid-fields.ts";

/**
 * A channel's price multiplier for one field of a request. `free`: no extra cost at this provider, or charged by use;
 * `rejected`: the field is removed, or the request is rejected.
 */
export type AllowedRatio = number | "free" | "rejected";

/** `value` undefined: any. */
export function allowedRatio(
  rules: PaidFields,
  plugin: Parameters<typeof channelAllowance>[0]["plugin"],
  { field, value }: { field: string; value: string | undefined },
): AllowedRatio {
  const name = foldName(field);
  const paid = rules.list.find((one) => foldName(one.field) === name);
  if (!paid || (value !== undefined && isFree(paid, value))) return "free";
  return channelAllowance({ plugin })(field, value) ?? (typeof paid.rule === "object" ? "free" : "rejected");
}
