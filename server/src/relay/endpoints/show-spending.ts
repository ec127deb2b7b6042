import type { SnapshotReader, Caller, SpendingReader } from "../ports.ts";

/** The billing pages of old OpenAI clients: the limit in dollars with its end, or the usage in cents. */
export async function showSpending(
  snapshots: SnapshotReader,
  spending: SpendingReader,
  caller: Caller,
  what: "subscription" | "usage",
): Promise<object> {
  const { remaining, used } = await spending.read(caller);
  const { quotaPerUnit } = snapshots.current().settings;
  if (what === "usage") return { object: "list", total_usage: rounded((used / quotaPerUnit) * 100) };
  const dollars = rounded((remaining + used) / quotaPerUnit);
  return {
    object: "billing_subscription",
    has_payment_method: true,
    soft_limit_usd: dollars,
    hard_limit_usd: dollars,
    system_hard_limit_usd: dollars,
    access_until: caller.tokenUnlimited ? 0 : Math.max(0, caller.tokenExpires),
  };
}

/** Six decimals: less than one unit of quota at the default rate, and no `12.340000000000002`. */
function rounded(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
