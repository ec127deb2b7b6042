import type { BalanceChange, ChangeLog } from "./ledger.ts";
import { emptyUsageRow } from "./usage-row.ts";

/** The log row of a change that is no call: no token, no model, no channel. `amount` is signed. */
export function logRow(entry: BalanceChange, log: ChangeLog, amount: number, createdAt: number) {
  return { ...emptyUsageRow, ...log, created_at: createdAt, user_id: entry.userId, quota: amount };
}
