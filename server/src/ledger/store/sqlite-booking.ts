import { logTypes } from "@tollgate/contract/log-types";
import type SQLite from "better-sqlite3";
import { usageColumnNames } from "../usage-row.ts";
import type { SqliteBudgets } from "./sqlite-budgets.ts";
import { sqliteFigures } from "./sqlite-figures.ts";
import type { SqliteQuota } from "./sqlite-quota.ts";
import type { HourTotals } from "./sum-hours.ts";
import { sumRows } from "./sum-rows.ts";
import type { ChargedRow, LeaseChange } from "./usage-store.ts";

/**
 * Books rows within a transaction of the caller: entry, log row, roll-ups, and what they spend of this process's
 * leases. Returns how many were not booked before.
 */
export function sqliteBooking(
  db: SQLite.Database,
  quota: SqliteQuota,
  budgets: SqliteBudgets,
): (rows: readonly ChargedRow[]) => number {
  const insertEntry = db.prepare(
    `insert into ledger_entries (id, user_id, kind, amount, created_at, remark)
     values (?, ?, 'usage', ?, ?, '') on conflict (id) do nothing`,
  );
  const insertLog = db.prepare(
    `insert into logs (type, ${usageColumnNames.join(", ")})
     values (${logTypes.consumption}, ${usageColumnNames.map(() => "?").join(", ")})`,
  );
  const isLogged = db.prepare("select 1 from logs where request_id = ?");
  const addUser = db.prepare(
    `update users set used_quota = used_quota + ?, request_count = request_count + ?, uncollected = uncollected + ?
     where id = ?`,
  );
  const addToken = db.prepare(
    "update tokens set used_quota = used_quota + ?, accessed_time = max(accessed_time, ?) where id = ?",
  );
  const addChannel = db.prepare("update channels set used_quota = used_quota + ? where id = ?");
  const addHour = db.prepare(
    `insert into usage_hourly (hour, user_id, channel_id, model_name, request_count, quota, prompt_tokens,
       completion_tokens, request_time, task_count, task_time) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (hour, user_id, channel_id, model_name) do update set
       request_count = request_count + excluded.request_count, quota = quota + excluded.quota,
       prompt_tokens = prompt_tokens + excluded.prompt_tokens,
       completion_tokens = completion_tokens + excluded.completion_tokens,
       request_time = request_time + excluded.request_time,
       task_count = task_count + excluded.task_count, task_time = task_time + excluded.task_time`,
  );
  const addOutcomeHour = db.prepare(
    `insert into usage_hourly_outcomes (hour, user_id, channel_id, model_name, outcome, request_count, quota, prompt_tokens,
       completion_tokens) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (hour, user_id, channel_id, model_name, outcome) do update set
       request_count = request_count + excluded.request_count, quota = quota + excluded.quota,
       prompt_tokens = prompt_tokens + excluded.prompt_tokens,
       completion_tokens = completion_tokens + excluded.completion_tokens`,
  );
  const addTokenHour = db.prepare(
    `insert into usage_hourly_tokens (token_id, hour, user_id, request_count, quota, prompt_tokens, completion_tokens)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (token_id, hour) do update set
       request_count = request_count + excluded.request_count, quota = quota + excluded.quota,
       prompt_tokens = prompt_tokens + excluded.prompt_tokens,
       completion_tokens = completion_tokens + excluded.completion_tokens`,
  );
  const addHours = ({ hours, outcomeHours, tokenHours }: HourTotals): void => {
    for (const h of hours) {
      const key = [h.hour, h.user_id, h.channel_id, h.model_name];
      const times = [h.request_time, h.task_count, h.task_time];
      addHour.run(...key, h.request_count, h.quota, h.prompt_tokens, h.completion_tokens, ...times);
    }
    for (const h of outcomeHours) {
      const key = [h.hour, h.user_id, h.channel_id, h.model_name, h.outcome];
      addOutcomeHour.run(...key, h.request_count, h.quota, h.prompt_tokens, h.completion_tokens);
    }
    for (const h of tokenHours) {
      const key = [h.token_id, h.hour, h.user_id];
      addTokenHour.run(...key, h.request_count, h.quota, h.prompt_tokens, h.completion_tokens);
    }
  };
  const figures = sqliteFigures(db);
  const addDay = db.prepare(
    `insert into uncollected_daily (day, quota, calls) values (?, ?, ?)
     on conflict (day) do update set quota = quota + excluded.quota, calls = calls + excluded.calls`,
  );

  /**
   * The sweeper declared this process dead and returned the lease: then the owner pays directly, as far as the balance
   * covers it; the rest is written off by its own entry, so that entries still sum to the balance.
   */
  function payDirectly(lease: LeaseChange, rows: ChargedRow[]): void {
    const paid = Math.min(quota.available(lease.kind, lease.ownerId), lease.amount);
    quota.add(lease.kind, lease.ownerId, -paid);
    const first = rows.find((row) => row.user_id === lease.ownerId && row.quota > 0);
    if (lease.kind === "user" && paid < lease.amount && first) {
      writeOff.run(`written-off:${first.request_id}`, lease.ownerId, lease.amount - paid, first.created_at);
    }
  }
  const writeOff = db.prepare(
    `insert into ledger_entries (id, user_id, kind, amount, created_at, remark)
     values (?, ?, 'written-off', ?, ?, 'lease lost')`,
  );

  return (rows: readonly ChargedRow[]): number => {
    const booked = rows.filter((row) =>
      row.quota === 0
        ? isLogged.get(row.request_id) === undefined
        : insertEntry.run(`usage:${row.request_id}`, row.user_id, -row.quota, row.created_at).changes === 1,
    );
    for (const row of booked) insertLog.run(...usageColumnNames.map((name) => row[name]));
    const totals = sumRows(booked);
    for (const lease of totals.leases) {
      if (!quota.spend(lease.kind, lease.ownerId, lease.amount)) payDirectly(lease, booked);
    }
    budgets.charge(totals.budgets);
    for (const user of totals.users) addUser.run(user.quota, user.requests, user.uncollected, user.id);
    for (const token of totals.tokens) addToken.run(token.quota, token.accessed, token.id);
    for (const channel of totals.channels) addChannel.run(channel.quota, channel.id);
    addHours(totals);
    figures.add(totals.figures);
    for (const { day, quota: sum, calls } of totals.days) addDay.run(day, sum, calls);
    return booked.length;
  };
}
