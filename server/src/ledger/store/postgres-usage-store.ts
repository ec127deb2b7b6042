import { logTypes } from "@tollgate/contract/log-types";
import type pg from "pg";
import { openPostgres } from "../../storage/open-postgres.ts";
import { postgresItemStore } from "../../storage/writer/item-store.ts";
import { postgresMakerStore } from "../../storage/writer/maker-store.ts";
import { type UsageColumn, usageColumnNames, usageColumns } from "../usage-row.ts";
import { postgresBudgets } from "./postgres-budgets.ts";
import { addPostgresFigures } from "./postgres-figures.ts";
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

const owners = {
  user: { table: "users", quota: "quota" },
  token: { table: "tokens", quota: "remain_quota" },
} as const;

/** A database that does not answer must not hold calls for ever: they are refused, and booking is tried again. */
const queryMilliseconds = 10_000;

/** Groups of rows travel as one JSON parameter, so a statement's text and plan never change with the group's size. */
const rowsOf = (names: readonly UsageColumn[]): string =>
  `json_to_recordset($1) as r (${names.map((name) => `${name} ${usageColumns[name]}`).join(", ")})`;

const insertEntries = `
  insert into ledger_entries (id, user_id, kind, amount, created_at, remark)
  select 'usage:' || request_id, user_id, 'usage', -quota, created_at, ''
  from ${rowsOf(["request_id", "user_id", "quota", "created_at"])}
  where quota > 0 order by request_id
  on conflict (id) do nothing returning substr(id, 7) as request_id`;

const insertLogs = `
  insert into logs (type, ${usageColumnNames.join(", ")})
  select ${logTypes.consumption}, ${usageColumnNames.join(", ")} from ${rowsOf(usageColumnNames)}`;

const addUsers = `update users u set used_quota = used_quota + r.quota, request_count = request_count + r.requests,
    uncollected = u.uncollected + r.uncollected
  from json_to_recordset($1) as r (id bigint, quota bigint, requests bigint, uncollected bigint) where u.id = r.id`;
const addTokens = `update tokens t set used_quota = used_quota + r.quota, accessed_time = greatest(accessed_time, r.accessed)
  from json_to_recordset($1) as r (id bigint, quota bigint, accessed bigint) where t.id = r.id`;
const addChannels = `update channels c set used_quota = used_quota + r.quota
  from json_to_recordset($1) as r (id bigint, quota bigint) where c.id = r.id`;
const addHours = `
  insert into usage_hourly as h (hour, user_id, channel_id, model_name, request_count, quota, prompt_tokens,
    completion_tokens, request_time)
  select * from json_to_recordset($1) as r (hour bigint, user_id bigint, channel_id bigint, model_name text,
    request_count bigint, quota bigint, prompt_tokens bigint, completion_tokens bigint, request_time bigint)
  on conflict (hour, user_id, channel_id, model_name) do update set
    request_count = h.request_count + excluded.request_count, quota = h.quota + excluded.quota,
    prompt_tokens = h.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = h.completion_tokens + excluded.completion_tokens,
    request_time = h.request_time + excluded.request_time`;
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
const spendLease =
  "update leases set amount = amount - $1 where process_id = $2 and kind = $3 and owner_id = $4 and amount >= $1";
const addLease = `insert into leases as l (process_id, kind, owner_id, amount) values ($1, $2, $3, $4)
  on conflict (process_id, kind, owner_id) do update set amount = l.amount + excluded.amount`;

/** All stores of the writer thread over a PostgreSQL connection of its own. */
export function openPostgresUsageStore(
  url: string,
  processId: string,
  onError: (error: Error) => void,
): WriterStore {
  const pool = openPostgres(url, 1, onError, queryMilliseconds);
  return {
    ...postgresMakerStore(pool),
    ...postgresItemStore(pool),
    ...postgresUsageStore(pool, processId),
    close: () => pool.end(),
  };
}

/** The store on a pool of one connection. A deadlock between processes rolls back whole and is tried again. */
export function postgresUsageStore(pool: pg.Pool, processId: string): Omit<UsageStore, "close"> {
  const budgets = postgresBudgets(processId);

  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query("begin");
        const result = await work(client);
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch((failure: unknown) => {
          broken = failure instanceof Error ? failure : new Error("rollback failed");
        });
        const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
        if (attempt >= 5 || (code !== "40P01" && code !== "40001")) throw error;
      } finally {
        client.release(broken);
      }
    }
  }

  /** One conditional statement: the amount is there or nothing happens. */
  async function move(
    client: pg.PoolClient,
    { kind, ownerId, amount }: LeaseChange,
    floor: number,
  ): Promise<boolean> {
    const { table, quota } = owners[kind];
    const result = await client.query(
      `update ${table} set ${quota} = ${quota} - $1 where id = $2 and ${quota} >= $3`,
      [amount, ownerId, floor],
    );
    return result.rowCount === 1;
  }

  async function add(client: pg.PoolClient, kind: LeaseKind, ownerId: number, amount: number): Promise<void> {
    const { table, quota } = owners[kind];
    await client.query(`update ${table} set ${quota} = ${quota} + $1 where id = $2`, [amount, ownerId]);
  }

  async function spend(
    client: pg.PoolClient,
    kind: LeaseKind,
    ownerId: number,
    amount: number,
  ): Promise<boolean> {
    const result = await client.query(spendLease, [amount, processId, kind, ownerId]);
    return result.rowCount === 1;
  }

  /** Takes as much as there is, at most `amount`; returns what was taken. */
  async function takeUpTo(
    client: pg.PoolClient,
    kind: LeaseKind,
    ownerId: number,
    amount: number,
  ): Promise<number> {
    const { table, quota } = owners[kind];
    const result = await client.query<{ moved: number }>(
      `with held as (select id, least(greatest(${quota}, 0), $1::bigint) as moved from ${table} where id = $2 for update)
       update ${table} t set ${quota} = t.${quota} - held.moved from held where t.id = held.id returning held.moved`,
      [amount, ownerId],
    );
    return result.rows[0]?.moved ?? 0;
  }

  /**
   * The sweeper took this process for dead and gave the lease back: then the owner pays directly, as far as the balance
   * reaches; the rest is written off by an entry of its own, so that entries still sum to the balance.
   */
  async function payDirectly(client: pg.PoolClient, lease: LeaseChange, rows: ChargedRow[]): Promise<void> {
    const paid = await takeUpTo(client, lease.kind, lease.ownerId, lease.amount);
    const first = rows.find((row) => row.user_id === lease.ownerId && row.quota > 0);
    if (lease.kind === "user" && paid < lease.amount && first) {
      await client.query(
        `insert into ledger_entries (id, user_id, kind, amount, created_at, remark)
         values ($1, $2, 'written-off', $3, $4, 'lease lost')`,
        [`written-off:${first.request_id}`, lease.ownerId, lease.amount - paid, first.created_at],
      );
    }
  }

  return {
    extend: (kind, ownerId, need, wish) =>
      inTransaction(async (client) => {
        let moved = 0;
        if (wish > need && (await move(client, { kind, ownerId, amount: wish }, wish * keepFactor)))
          moved = wish;
        else if (await move(client, { kind, ownerId, amount: need }, need)) moved = need;
        if (moved > 0) await client.query(addLease, [processId, kind, ownerId, moved]);
        return moved;
      }),
    extendBudget: (owner, need, wish) => inTransaction((client) => budgets.extend(client, owner, need, wish)),
    take: (kind, ownerId, amount) =>
      inTransaction(async (client) => {
        const moved = await takeUpTo(client, kind, ownerId, amount);
        if (moved > 0) await client.query(addLease, [processId, kind, ownerId, moved]);
        return moved;
      }),
    giveBack: (changes) =>
      inTransaction(async (client) => {
        const ofBudgets = changes.filter(({ term }) => term);
        if (ofBudgets.length > 0) await budgets.giveBack(client, ofBudgets);
        for (const { kind, ownerId, amount, term } of changes) {
          if (term) continue;
          // A lease that is gone was returned by the sweeper already.
          if (await spend(client, kind, ownerId, amount)) await add(client, kind, ownerId, amount);
        }
        await client.query("delete from leases where process_id = $1 and amount = 0", [processId]);
      }),
    commit: (rows) =>
      inTransaction(async (client) => {
        const entries = await client.query<{ request_id: string }>(insertEntries, [JSON.stringify(rows)]);
        const fresh = new Set(entries.rows.map((row) => row.request_id));
        const free = rows.filter((row) => row.quota === 0).map((row) => row.request_id);
        const logged = await client.query<{ request_id: string }>(
          "select request_id from logs where request_id = any($1)",
          [free],
        );
        const known = new Set(logged.rows.map((row) => row.request_id));
        const booked: ChargedRow[] = rows.filter((row) =>
          row.quota === 0 ? !known.has(row.request_id) : fresh.has(row.request_id),
        );
        await client.query(insertLogs, [JSON.stringify(booked)]);
        const totals = sumRows(booked);
        for (const lease of totals.leases) {
          if (!(await spend(client, lease.kind, lease.ownerId, lease.amount))) {
            await payDirectly(client, lease, booked);
          }
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
      }),
    async heartbeat(process, now) {
      const touched = await pool.query("update processes set heartbeat_at = $1 where id = $2", [
        now,
        process.id,
      ]);
      if (touched.rowCount === 1) return true;
      await pool.query(
        "insert into processes (id, host, pid, started_at, heartbeat_at) values ($1, $2, $3, $4, $4)",
        [process.id, process.host, process.pid, now],
      );
      return false;
    },
    async listProcesses() {
      const result = await pool.query<ProcessRow>("select id, host, pid, heartbeat_at from processes");
      return result.rows;
    },
    sweep: (id) =>
      inTransaction(async (client) => {
        const dropped = await client.query("delete from processes where id = $1", [id]);
        if (dropped.rowCount === 0) return false;
        const leases = await client.query<{ kind: LeaseKind; owner_id: number; amount: number }>(
          "delete from leases where process_id = $1 returning kind, owner_id, amount",
          [id],
        );
        for (const lease of leases.rows) await add(client, lease.kind, lease.owner_id, lease.amount);
        await budgets.sweep(client, id);
        return true;
      }),
  };
}
