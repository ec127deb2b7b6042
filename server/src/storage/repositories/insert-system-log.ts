import { logTypes } from "@tollgate/contract/log-types";
import { emptyUsageRow } from "../../ledger/usage-row.ts";
import type { TransactionQueries } from "../database.ts";

/** An event of an account without a change of its balance. */
export interface SystemLog {
  user_id: number;
  username: string;
  /** Epoch seconds. */
  created_at: number;
  content: string;
}

/** Writes a row of the user's log in the transaction of the event. */
export async function insertSystemLog(transaction: TransactionQueries, log: SystemLog): Promise<void> {
  await transaction
    .insertInto("logs")
    .values({ ...emptyUsageRow, ...log, type: logTypes.system, quota: 0 })
    .execute();
}
