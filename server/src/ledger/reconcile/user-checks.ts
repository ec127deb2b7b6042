import type { BookDifference } from "@tollgate/contract/reconciliation";
import { sql } from "kysely";
import { differenceOf, type FindDifferences, findBy, mostDifferences, type SideRow } from "./ledger-check.ts";

interface UserSums {
  id: number;
  /** 1: the user exists. */
  known: number;
  /** Sum of all entries, and of those of calls with the sign of a cost. */
  entries: number;
  charged: number;
  balance: number;
  used: number;
  rolled: number;
}

/**
 * Sums of every source by user, added side by side and compared per user. Grouping instead of joining also finds
 * entries, leases and usage without a user. Memory stays flat: both databases sort or hash on disk where the sums do
 * not fit.
 */
const userSums = sql<UserSums>`
  select id, sum(known) as known, sum(entries) as entries, sum(charged) as charged, sum(balance) as balance,
    sum(used) as used, sum(rolled) as rolled
  from (
    select user_id as id, 0 as known, sum(amount) as entries,
      sum(case when kind = 'usage' then -amount else 0 end) as charged, 0 as balance, 0 as used, 0 as rolled
    from ledger_entries group by user_id
    union all
    select id, 1, 0, 0, quota, used_quota, 0 from users
    union all
    select owner_id, 0, 0, 0, sum(amount), 0, 0 from leases where kind = 'user' group by owner_id
    union all
    select user_id, 0, 0, 0, sum(amount), 0, 0 from holds group by user_id
    union all
    select user_id, 0, 0, 0, 0, 0, sum(quota) from usage_hourly group by user_id
  ) as sides
  group by id
  having sum(entries) <> sum(balance) or sum(charged) <> sum(used) or sum(charged) <> sum(rolled)
    or (sum(known) = 0 and (sum(entries) <> 0 or sum(charged) <> 0))
  limit ${sql.lit(mostDifferences + 1)}`;

function differencesOf(row: UserSums): BookDifference[] {
  const compare = (check: BookDifference["check"], expected: number, actual: number): BookDifference[] =>
    Number(expected) === Number(actual)
      ? []
      : [differenceOf(check, "user", { id: row.id, expected, actual })];
  if (Number(row.known) === 0)
    return [differenceOf("unknown_user", "user", { id: row.id, expected: row.entries, actual: row.balance })];
  return [
    ...compare("user_balance", row.entries, row.balance),
    ...compare("user_usage", row.charged, row.used),
    ...compare("usage_rollup", row.charged, row.rolled),
  ];
}

const checkSums: FindDifferences = async (queries) =>
  (await userSums.execute(queries)).rows.flatMap(differencesOf);

/** A balance, a debt, a lease or a hold below zero. */
const checkSigns = findBy(
  "below_zero",
  "user",
  sql<SideRow>`
    select id, 0 as expected, case when quota < 0 then quota else uncollected end as actual
    from users where quota < 0 or uncollected < 0
    union all
    select owner_id, 0, amount from leases where kind = 'user' and amount < 0
    union all
    select user_id, 0, amount from holds where amount < 0`,
);

/**
 * Every collection belongs to a credit of the same user that covers it. Its id is `collected:` and that credit's. The
 * condition on the user makes SQLite use the index of entries that are no calls.
 */
const checkCollections = findBy(
  "collection",
  "entry",
  sql<SideRow>`
    select c.id as id, -c.amount as expected, coalesce(e.amount, 0) as actual
    from ledger_entries c
    left join ledger_entries e on e.id = substr(c.id, 11) and e.user_id = c.user_id
    where c.kind <> 'usage' and c.kind = 'collection' and c.user_id > 0
      and (c.amount >= 0 or coalesce(e.amount, 0) < -c.amount)`,
);

/**
 * What users owe together, and have paid, is never more than what calls cost above balances and reversals could not
 * take. It may be less: older versions forgave it at a credit.
 */
const checkUncollected = findBy(
  "uncollected",
  "all",
  sql<SideRow>`
    select * from (
      select '' as id,
        (select coalesce(sum(quota), 0) from uncollected_daily)
          + (select coalesce(sum(quota), 0) from order_settlements where kind in ('refund', 'dispute'))
          + (select coalesce(sum(amount), 0) from ledger_entries
             where kind <> 'usage' and user_id > 0 and substr(id, 1, 15) = 'order-reversal:') as expected,
        (select coalesce(sum(uncollected), 0) from users)
          - (select coalesce(sum(amount), 0) from ledger_entries
             where kind <> 'usage' and kind = 'collection' and user_id > 0) as actual
    ) as sums where actual > expected`,
);

export const userChecks: readonly FindDifferences[] = [
  checkSums,
  checkSigns,
  checkCollections,
  checkUncollected,
];
