import { logTypes } from "@tollgate/contract/log-types";
import type pg from "pg";
import { usageColumnNames, usageColumns } from "../usage-row.ts";
import type { PostgresBudgets } from "./postgres-budgets.ts";
import { addPostgresFigures } from "./postgres-figures.ts";
import type { PostgresQuota } from "./postgres-quota.ts";
import { sumRows } from "./sum-rows.ts";
import type { ChargedRow, LeaseChange } from "./usage-store.ts";

const columns = usageColumnNames.join(", ");

/**
 * Only the process that served a call books it, and does so again if it did not hear of the end of its first transaction, which
 * may still be committing. A free call has no unique entry to wait for: without this lock, both transactions would book it. A
 * statement of its own, so that the next one sees what the first transaction committed.
 */
const waitForOwn = "select pg_advisory_xact_lock(hashtextextended('booking:' || $1, 0))";

/**
 * Entries and log rows of the calls that are not booked yet; returns their ids. A call that cost something is known by its
 * entry, a free one by its log row, which is found by index: as a join, the database might read all logs.
 * Groups of rows are sent as one JSON parameter, so a statement's text and plan never change with the group's size. Written
 * and sent once: as text, a row is what the writer spends most on.
 */
const insertCalls = `
  with calls as materialized (
    select * from json_to_recordset($1) as r (${usageColumnNames.map((name) => `${name} ${usageColumns[name]}`).join(", ")})
  ), entries as (
    insert into ledger_entries (id, user_id, kind, amount, created_at, remark)
    select 'usage:' || request_id, user_id, 'usage', -quota, created_at, ''
    from calls where quota > 0 order by request_id
    on conflict (id) do nothing returning substr(id, 7) as request_id
  ), known as (
    select request_id from logs where request_id = any (array (select request_id from calls where quota = 0))
  )
  insert into logs (type, ${columns})
  select ${logTypes.consumption}, ${columns} from calls
  where case when quota = 0 then request_id not in (select request_id from known)
    else request_id in (select request_id from entries) end
  returning request_id`;

const addUsers = `update users u set used_quota = used_quota + r.quota, request_count = request_count + r.requests,
    uncollected = u.uncollected + r.uncollected
  from json_to_recordset($1) as r (id bigint, quota bigint, requests bigint, uncollected bigint) where u.id = r.id`;
const addTokens = `update tokens t set used_quota = used_quota + r.quota, accessed_time = greatest(accessed_time, r.accessed)
  from json_to_recordset($1) as r (id bigint, quota bigint, accessed bigint) where t.id = r.id`;
const addChannels = `update channels c set used_quota = used_quota + r.quota
  from json_to_recordset($1) as r (id bigint, quota bigint) where c.id = r.id`;
const addHours = `
  insert into usage_hourly as h (hour, user_id, channel_id, model_name, request_count, quota, prompt_tokens,
    completion_tokens, request_time, task_count, task_time)
  select * from json_to_recordset($1) as r (hour bigint, user_id bigint, channel_id bigint, model_name text,
    request_count bigint, quota bigint, prompt_tokens bigint, completion_tokens bigint, request_time bigint,
    task_count bigint, task_time bigint)
  on conflict (hour, user_id, channel_id, model_name) do update set
    request_count = h.request_count + excluded.request_count, quota = h.quota + excluded.quota,
    prompt_tokens = h.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = h.completion_tokens + excluded.completion_tokens,
    request_time = h.request_time + excluded.request_time,
    task_count = h.task_count + excluded.task_count, task_time = h.task_time + excluded.task_time`;
const addOutcomeHours = `
  insert into usage_hourly_outcomes as h (hour, user_id, channel_id, model_name, outcome, request_count, quota, prompt_tokens,
    completion_tokens)
  select * from json_to_recordset($1) as r (hour bigint, user_id bigint, channel_id bigint, model_name text, outcome integer,
    request_count bigint, quota bigint, prompt_tokens bigint, completion_tokens bigint)
  on conflict (hour, user_id, channel_id, model_name, outcome) do update set
    request_count = h.request_count + excluded.request_count, quota = h.quota + excluded.quota,
    prompt_tokens = h.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = h.completion_tokens + excluded.completion_tokens`;
const addTokenHours = `
  insert into usage_hourly_tokens as h (token_id, hour, user_id, request_count, quota, prompt_tokens, completion_tokens)
  select * from json_to_recordset($1) as r (token_id bigint, hour bigint, user_id bigint, request_count bigint, quota bigint,
    prompt_tokens bigint, completion_tokens bigint)
  on conflict (token_id, hour) do update set
    request_count = h.request_count + excluded.request_count, quota = h.quota + excluded.quota,
    prompt_tokens = h.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = h.completion_tokens + excluded.completion_tokens`;
const addDays = `
  insert into uncollected_daily as d (day, quota, calls)
  select * from json_to_recordset($1) as r (day bigint, quota bigint, calls bigint)
  on conflict (day) do update set quota = d.quota + excluded.quota, calls = d.calls + excluded.calls`;

/**
 * Books rows within a transaction of the caller: entry, log row, roll-ups, and what they spend of this process's
 * leases. Returns how many were not booked before.
 */
export function postgresBooking(
  quota: PostgresQuota,
  budgets: PostgresBudgets,
  processId: string,
): (client: pg.PoolClient, rows: readonly ChargedRow[]) => Promise<number> {
  /**
   * The sweeper declared this process dead and returned the lease: then the owner pays directly, as far as the balance
   * covers it; the rest is written off by its own entry, so that entries still sum to the balance.
   */
  async function payDirectly(client: pg.PoolClient, lease: LeaseChange, rows: ChargedRow[]): Promise<void> {
    const paid = await quota.takeUpTo(client, lease.kind, lease.ownerId, lease.amount);
    const first = rows.find((row) => row.user_id === lease.ownerId && row.quota > 0);
    if (lease.kind === "user" && paid < lease.amount && first) {
      await client.query(
        `insert into ledger_entries (id, user_id, kind, amount, created_at, remark)
         values ($1, $2, 'written-off', $3, $4, 'lease lost')`,
        [`written-off:${first.request_id}`, lease.ownerId, lease.amount - paid, first.created_at],
      );
    }
  }

  return async (client, rows) => {
    await client.query(waitForOwn, [processId]);
    const inserted = await client.query<{ request_id: string }>(insertCalls, [JSON.stringify(rows)]);
    const fresh = new Set(inserted.rows.map((row) => row.request_id));
    const booked = rows.filter((row) => fresh.has(row.request_id));
    const totals = sumRows(booked);
    for (const lease of totals.leases) {
      if (!(await quota.spend(client, lease.kind, lease.ownerId, lease.amount)))
        await payDirectly(client, lease, booked);
    }
    await budgets.charge(client, totals.budgets);
    await client.query(addUsers, [JSON.stringify(totals.users)]);
    await client.query(addTokens, [JSON.stringify(totals.tokens)]);
    await client.query(addChannels, [JSON.stringify(totals.channels)]);
    await client.query(addHours, [JSON.stringify(totals.hours)]);
    await client.query(addTokenHours, [JSON.stringify(totals.tokenHours)]);
    if (totals.outcomeHours.length > 0)
      await client.query(addOutcomeHours, [JSON.stringify(totals.outcomeHours)]);
    await addPostgresFigures(client, totals.figures);
    if (totals.days.length > 0) await client.query(addDays, [JSON.stringify(totals.days)]);
    return booked.length;
  };
}
