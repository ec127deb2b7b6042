import { sql } from "kysely";
import type { Queries } from "../database.ts";

/** A stored budget. `budget_leased` is the part that running processes hold. */
export interface BudgetRow {
  budget_period: "none" | "day" | "week" | "month";
  budget_quota: number;
  budget_start: number;
  budget_used: number;
  budget_leased: number;
}

const stored = ["budget_period", "budget_quota", "budget_start", "budget_used"] as const;

const leasedOf = (kind: "user" | "token") => {
  const table = kind === "user" ? "users" : "tokens";
  return sql<number>`coalesce((select sum(held.amount) from budget_leases as held where held.kind = ${sql.lit(kind)}
    and held.owner_id = ${sql.ref(`${table}.id`)} and held.period_start = ${sql.ref(`${table}.budget_start`)}), 0)`.as(
    "budget_leased",
  );
};

/** To be selected from `users`. */
export const userBudgetColumns = [...stored, leasedOf("user")] as const;
/** To be selected from `tokens`, also where it is joined. */
export const tokenBudgetColumns = [
  ...stored.map((column) => `tokens.${column}` as const),
  leasedOf("token"),
] as const;

export const readUserBudget = (queries: Queries, userId: number): Promise<BudgetRow | undefined> =>
  queries.selectFrom("users").select(userBudgetColumns).where("id", "=", userId).executeTakeFirst();
