import { type BudgetChoice, budgetPeriodStart } from "@tollgate/contract/budgets";
import { sql } from "kysely";
import type { Queries } from "../storage/database.ts";
import type { LeaseKind } from "./store/usage-store.ts";

const tables = { user: "users", token: "tokens" } as const;
/** Columns of `holds`. */
const heldOwners = { user: "user_id", token: "token_id" } as const;
const heldStarts = { user: "user_term_start", token: "token_term_start" } as const;
const heldAmounts = { user: "user_term_amount", token: "token_term_amount" } as const;

/**
 * See `Ledger.setBudget`. A new period starts with what processes and tasks still hold of it from earlier, usually
 * nothing, unless it begins when the former one did. `at` is epoch seconds.
 */
export async function writeBudget(
  queries: Queries,
  { kind, id, roleBelow }: { kind: LeaseKind; id: number; roleBelow?: number | undefined },
  { period, quota }: { period: BudgetChoice; quota: number },
  at: number,
): Promise<boolean> {
  const start = period === "none" ? undefined : budgetPeriodStart(period, at);
  const begins = sql<boolean>`budget_period <> ${period} and budget_start <> ${start}`;
  const result = await queries
    .updateTable(tables[kind])
    .set({
      budget_period: period,
      budget_quota: quota,
      ...(start !== undefined && {
        budget_used: sql<number>`case when ${begins} then (select coalesce(sum(amount), 0) from budget_leases
          where kind = ${kind} and owner_id = ${id} and period_start = ${start})
          + (select coalesce(sum(${sql.ref(heldAmounts[kind])}), 0) from holds
             where ${sql.ref(heldOwners[kind])} = ${id} and ${sql.ref(heldStarts[kind])} = ${start}) else budget_used end`,
        budget_start: sql<number>`case when ${begins} then ${start} else budget_start end`,
      }),
    })
    .where("id", "=", id)
    .$if(roleBelow !== undefined, (update) => update.where(sql<boolean>`role < ${roleBelow}`))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
