import { logTypes } from "@tollgate/contract/log-types";
import type SQLite from "better-sqlite3";
import { openSqlite } from "../../storage/open-sqlite.ts";
import { sqliteItemStore } from "../../storage/writer/item-store.ts";
import { sqliteMakerStore } from "../../storage/writer/maker-store.ts";
import { usageColumnNames } from "../usage-row.ts";
import { sqliteBudgets } from "./sqlite-budgets.ts";
import { sqliteFigures } from "./sqlite-figures.ts";
import type { HourTotals } from "./sum-hours.ts";
import { sumRows } from "./sum-rows.ts";
import {
  type ChargedRow,
  keepFactor,
  type LeaseChange,
  type LeaseKind,
  type ProcessRow,
  type UsageStore,
  type WriterStore,
} from "./usage-store.ts";

/** Columns by lease kind; written out so that no name is ever built from input. */
const owners = {
  user: { table: "users", quota: "quota" },
  token: { table: "tokens", quota: "remain_quota" },
} as const;

/** All stores of the writer thread over a SQLite connection of its own. */
export function openSqliteUsageStore(file: string, processId: string): WriterStore {
  const db = openSqlite(file);
  // The same pages are written by every group: fewer checkpoints copy them less often, and more of them stay at hand.
  db.pragma("wal_autocheckpoint = 8000");
  db.pragma("cache_size = -32000");
  return {
    ...sqliteMakerStore(db),
    ...sqliteItemStore(db),
    ...sqliteUsageStore(db, processId),
    close: async () => {
      db.close();
    },
  };
}

/** The store with prepared statements on a connection. Every transaction takes the write lock immediately. */
export function sqliteUsageStore(db: SQLite.Database, processId: string): Omit<UsageStore, "close"> {
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
       completion_tokens, request_time) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (hour, user_id, channel_id, model_name) do update set
       request_count = request_count + excluded.request_count, quota = quota + excluded.quota,
       prompt_tokens = prompt_tokens + excluded.prompt_tokens,
       completion_tokens = completion_tokens + excluded.completion_tokens,
       request_time = request_time + excluded.request_time`,
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
      addHour.run(...key, h.request_count, h.quota, h.prompt_tokens, h.completion_tokens, h.request_time);
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
  const budgets = sqliteBudgets(db, processId);
  const spendLease = db.prepare(
    "update leases set amount = amount - ? where process_id = ? and kind = ? and owner_id = ? and amount >= ?",
  );
  const addLease = db.prepare(
    `insert into leases (process_id, kind, owner_id, amount) values (?, ?, ?, ?)
     on conflict (process_id, kind, owner_id) do update set amount = amount + excluded.amount`,
  );
  const perKind = (kind: LeaseKind) => {
    const { table, quota } = owners[kind];
    return {
      move: db.prepare(`update ${table} set ${quota} = ${quota} - ? where id = ? and ${quota} >= ?`),
      read: db.prepare<[number], { quota: number }>(`select ${quota} as quota from ${table} where id = ?`),
      add: db.prepare(`update ${table} set ${quota} = ${quota} + ? where id = ?`),
    };
  };
  const statements = { user: perKind("user"), token: perKind("token") };

  const extend = db.transaction((kind: LeaseKind, ownerId: number, need: number, wish: number): number => {
    const { move } = statements[kind];
    let moved = 0;
    if (wish > need && move.run(wish, ownerId, wish * keepFactor).changes === 1) moved = wish;
    else if (move.run(need, ownerId, need).changes === 1) moved = need;
    if (moved > 0) addLease.run(processId, kind, ownerId, moved);
    return moved;
  });

  const take = db.transaction((kind: LeaseKind, ownerId: number, amount: number): number => {
    const available = Math.max(0, statements[kind].read.get(ownerId)?.quota ?? 0);
    const moved = Math.min(available, amount);
    if (moved > 0) {
      statements[kind].move.run(moved, ownerId, moved);
      addLease.run(processId, kind, ownerId, moved);
    }
    return moved;
  });

  const giveBack = db.transaction((changes: LeaseChange[]): void => {
    const ofBudgets = changes.filter(({ term }) => term);
    if (ofBudgets.length > 0) budgets.giveBack(ofBudgets);
    for (const { kind, ownerId, amount, term } of changes) {
      if (term) continue;
      // A lease that is gone was returned by the sweeper already.
      if (spendLease.run(amount, processId, kind, ownerId, amount).changes === 1) {
        statements[kind].add.run(amount, ownerId);
      }
    }
    clearLeases.run(processId);
  });
  const clearLeases = db.prepare("delete from leases where process_id = ? and amount = 0");

  /**
   * The sweeper took this process for dead and gave the lease back: then the owner pays directly, as far as the balance
   * reaches; the rest is written off by an entry of its own, so that entries still sum to the balance.
   */
  function payDirectly(lease: LeaseChange, rows: ChargedRow[]): void {
    const available = Math.max(0, statements[lease.kind].read.get(lease.ownerId)?.quota ?? 0);
    const paid = Math.min(available, lease.amount);
    statements[lease.kind].add.run(-paid, lease.ownerId);
    const first = rows.find((row) => row.user_id === lease.ownerId && row.quota > 0);
    if (lease.kind === "user" && paid < lease.amount && first) {
      writeOff.run(`written-off:${first.request_id}`, lease.ownerId, lease.amount - paid, first.created_at);
    }
  }
  const writeOff = db.prepare(
    `insert into ledger_entries (id, user_id, kind, amount, created_at, remark)
     values (?, ?, 'written-off', ?, ?, 'lease lost')`,
  );

  const commit = db.transaction((rows: ChargedRow[]): void => {
    const booked = rows.filter((row) =>
      row.quota === 0
        ? isLogged.get(row.request_id) === undefined
        : insertEntry.run(`usage:${row.request_id}`, row.user_id, -row.quota, row.created_at).changes === 1,
    );
    for (const row of booked) insertLog.run(usageColumnNames.map((name) => row[name]));
    const totals = sumRows(booked);
    for (const lease of totals.leases) {
      const spent = spendLease.run(lease.amount, processId, lease.kind, lease.ownerId, lease.amount);
      if (spent.changes === 0) payDirectly(lease, booked);
    }
    budgets.charge(totals.budgets);
    for (const user of totals.users) addUser.run(user.quota, user.requests, user.uncollected, user.id);
    for (const token of totals.tokens) addToken.run(token.quota, token.accessed, token.id);
    for (const channel of totals.channels) addChannel.run(channel.quota, channel.id);
    addHours(totals);
    figures.add(totals.figures);
    for (const { day, quota, calls } of totals.days) addDay.run(day, quota, calls);
  });

  const touchProcess = db.prepare("update processes set heartbeat_at = ? where id = ?");
  const addProcess = db.prepare(
    "insert into processes (id, host, pid, started_at, heartbeat_at) values (?, ?, ?, ?, ?)",
  );
  const readProcesses = db.prepare<[], ProcessRow>("select id, host, pid, heartbeat_at from processes");
  const dropProcess = db.prepare("delete from processes where id = ?");
  const readLeases = db.prepare<[string], { kind: LeaseKind; owner_id: number; amount: number }>(
    "select kind, owner_id, amount from leases where process_id = ?",
  );
  const dropLeases = db.prepare("delete from leases where process_id = ?");
  const sweep = db.transaction((id: string): boolean => {
    if (dropProcess.run(id).changes === 0) return false;
    for (const lease of readLeases.all(id)) statements[lease.kind].add.run(lease.amount, lease.owner_id);
    dropLeases.run(id);
    budgets.sweep(id);
    return true;
  });

  return {
    extend: async (kind, ownerId, need, wish) => extend.immediate(kind, ownerId, need, wish),
    extendBudget: async (owner, need, wish) => budgets.extend(owner, need, wish),
    take: async (kind, ownerId, amount) => take.immediate(kind, ownerId, amount),
    giveBack: async (changes) => giveBack.immediate(changes),
    commit: async (rows) => commit.immediate(rows),
    async heartbeat(process, now) {
      if (touchProcess.run(now, process.id).changes === 1) return true;
      addProcess.run(process.id, process.host, process.pid, now, now);
      return false;
    },
    listProcesses: async () => readProcesses.all(),
    sweep: async (id) => sweep.immediate(id),
  };
}
