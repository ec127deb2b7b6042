import { sql } from "kysely";
import { type FindDifferences, findBy, type SideRow } from "./ledger-check.ts";

/** A paid order was settled for its quota, once; no other order was. */
const checkPayments = findBy(
  "order_payment",
  "order",
  sql<SideRow>`
    select id, sum(expected) as expected, sum(actual) as actual
    from (
      select id, case when status = 'success' then quota else 0 end as expected, 0 as actual from orders
      union all
      select order_id, 0, quota from order_settlements where kind = 'payment'
    ) as sides
    group by id having sum(expected) <> sum(actual)`,
);

/** An order contains the quota that its refunds and disputes took back, without those that were returned. */
const checkRefunds = findBy(
  "order_refund",
  "order",
  sql<SideRow>`
    select id, sum(expected) as expected, sum(actual) as actual
    from (
      select id, 0 as expected, refunded_quota as actual from orders
      union all
      select order_id, quota, 0 from order_settlements where kind in ('refund', 'dispute')
      union all
      select order_id, -quota, 0 from order_settlements where kind in ('refund_returned', 'dispute_won')
    ) as sides
    group by id having sum(expected) <> sum(actual)`,
);

/** Every payment, returned refund and won dispute is one entry of the order's user, and every such entry is one of them. */
const checkEntries = findBy(
  "order_entry",
  "entry",
  sql<SideRow>`
    select id, sum(expected) as expected, sum(actual) as actual
    from (
      select 'order:' || s.order_id as id, o.user_id, s.quota as expected, 0 as actual
      from order_settlements s join orders o on o.id = s.order_id where s.kind = 'payment'
      union all
      select 'order-return:' || s.gateway_id || ':' || s.kind || ':' || s.gateway_no, o.user_id, s.quota, 0
      from order_settlements s join orders o on o.id = s.order_id
      where s.kind in ('refund_returned', 'dispute_won')
      union all
      select id, user_id, 0, amount from ledger_entries
      where kind <> 'usage' and user_id > 0
        and (substr(id, 1, 6) = 'order:' or substr(id, 1, 13) = 'order-return:')
    ) as sides
    group by id, user_id having sum(expected) <> sum(actual)`,
);

/** Every refund and dispute is one entry of the order's user, which took at most its quota: the rest is uncollected. */
const checkReversals = findBy(
  "order_reversal",
  "entry",
  sql<SideRow>`
    select id, sum(quota) as expected, sum(taken) as actual
    from (
      select 'order-reversal:' || s.gateway_id || ':' || s.kind || ':' || s.gateway_no as id, o.user_id,
        s.quota as quota, 0 as taken, 1 as settled, 0 as entered
      from order_settlements s join orders o on o.id = s.order_id where s.kind in ('refund', 'dispute')
      union all
      select id, user_id, 0, -amount, 0, 1 from ledger_entries
      where kind <> 'usage' and user_id > 0 and substr(id, 1, 15) = 'order-reversal:'
    ) as sides
    group by id, user_id
    having sum(settled) <> sum(entered) or sum(taken) > sum(quota) or sum(taken) < 0`,
);

export const orderChecks: readonly FindDifferences[] = [
  checkPayments,
  checkRefunds,
  checkEntries,
  checkReversals,
];
