import { sql } from "kysely";
import { type FindDifferences, findBy, type SideRow } from "./ledger-check.ts";

/** Every used code is one entry of the user who redeemed it, and every such entry is a used code. */
const checkRedemptions = findBy(
  "redemption_entry",
  "entry",
  sql<SideRow>`
    select id, sum(expected) as expected, sum(actual) as actual
    from (
      select 'redemption:' || id as id, used_user_id as user_id, quota as expected, 0 as actual
      from redemptions where used_user_id <> 0
      union all
      select id, user_id, 0, amount from ledger_entries
      where kind <> 'usage' and user_id > 0 and substr(id, 1, 11) = 'redemption:'
    ) as sides
    group by id, user_id having sum(expected) <> sum(actual)`,
);

/** Every paid reward of an inviter has its entry. Older versions paid such entries without keeping rewards. */
const checkRewards = findBy(
  "reward_entry",
  "entry",
  sql<SideRow>`
    select r.reward_key as id, r.quota as expected, coalesce(e.amount, 0) as actual
    from invite_rewards r
    left join ledger_entries e on e.id = r.reward_key and e.user_id = r.inviter_id
    where r.status = 'paid' and e.id is null`,
);

/** Credits without an order or a person. */
export const creditChecks: readonly FindDifferences[] = [checkRedemptions, checkRewards];
