import { sql } from "kysely";
import { type FindDifferences, findBy, type SideRow } from "./ledger-check.ts";

/** An unfinished task has its hold, and every hold belongs to such a task and its user. */
const checkHolds = findBy(
  "task_hold",
  "task",
  sql<SideRow>`
    select task_id as id, sum(expected) as expected, sum(actual) as actual
    from (
      select task_id, user_id, quota as expected, 0 as actual, 1 as open, 0 as held from tasks where charge = 'held'
      union all
      select task_id, user_id, 0, amount, 0, 1 from holds
    ) as sides
    group by task_id, user_id having sum(expected) <> sum(actual) or sum(open) <> sum(held)`,
);

/**
 * A task that was charged has the entry of its call. Finished tasks are deleted after a while, so there are entries
 * without a task.
 */
const checkEntries = findBy(
  "task_entry",
  "task",
  sql<SideRow>`
    select t.task_id as id, case when t.charge = 'charged' then t.quota else 0 end as expected,
      coalesce(-e.amount, 0) as actual
    from tasks t
    left join ledger_entries e on e.id = 'usage:' || t.request_id and e.user_id = t.user_id
    where case when t.charge = 'charged' then t.quota else 0 end <> coalesce(-e.amount, 0)`,
);

export const taskChecks: readonly FindDifferences[] = [checkHolds, checkEntries];
