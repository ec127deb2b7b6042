import { sql } from "kysely";
import { type FindDifferences, findBy, type SideRow } from "./ledger-check.ts";

/** Roll-ups by token begin with this migration; those of older tokens are incomplete. */
const rollupBegins = sql`coalesce((select applied_at from schema_migrations where name = '0024-log-outcomes'), 0)`;

/** A token's usage is the sum of its calls by the hour. Calls without a token are collected under 0. */
const checkUsage = findBy(
  "token_usage",
  "token",
  sql<SideRow>`
    select id, sum(rolled) as expected, sum(used) as actual
    from (
      select token_id as id, sum(quota) as rolled, 0 as used, 0 as created
      from usage_hourly_tokens where token_id <> 0 group by token_id
      union all
      select id, 0, used_quota, created_time from tokens
    ) as sides
    group by id
    having sum(rolled) > sum(used) or (sum(rolled) <> sum(used) and sum(created) > ${rollupBegins})`,
);

const heldBudget = (kind: "user" | "token", table: "users" | "tokens") =>
  findBy(
    "budget",
    kind,
    sql<SideRow>`
      select o.id as id, sum(l.amount) as expected, max(o.budget_used) as actual
      from (
        select owner_id, period_start, amount from budget_leases where kind = ${sql.lit(kind)}
        union all
        select ${sql.ref(`${kind}_id`)}, ${sql.ref(`${kind}_term_start`)}, ${sql.ref(`${kind}_term_amount`)}
        from holds where ${sql.ref(`${kind}_term_start`)} > 0
      ) as l
      join ${sql.table(table)} o on o.id = l.owner_id and o.budget_start = l.period_start
      group by o.id
      having sum(l.amount) > max(o.budget_used) or min(l.amount) < 0`,
  );

/** What running calls and tasks hold of a budget counts as used. */
export const tokenChecks: readonly FindDifferences[] = [
  checkUsage,
  heldBudget("user", "users"),
  heldBudget("token", "tokens"),
];
