import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Rejection, Reservation, UsageRow } from "../../src/ledger/ledger.ts";
import { createSqlLedger, type SqlLedger } from "../../src/ledger/sql-ledger.ts";
import { emptyUsageRow } from "../../src/ledger/usage-row.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import type { PackedUsageStore } from "../../src/ledger/store/pack-rows.ts";
import type { ProcessIdentity } from "../../src/ledger/store/usage-store.ts";
import { startUsageWriter } from "../../src/ledger/store/usage-writer.ts";
import { postgresOrSkip } from "./postgres.ts";

/** The databases for ledger tests; `location` is undefined if one is missing. */
export async function ledgerLocations(): Promise<{ name: string; location: DatabaseLocation | undefined }[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-ledger-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const url = await postgresOrSkip();
  return [
    { name: "SQLite", location: { kind: "sqlite", file: path.join(folder, "ledger.db") } },
    { name: "PostgreSQL", location: url === null ? undefined : { kind: "postgres", url } },
  ];
}

/** A ledger in its own process. */
export interface Running {
  ledger: SqlLedger;
  store: PackedUsageStore;
  id: string;
}

/**
 * Shared by the ledger's suites: processes with one database, a user with a balance, and the sums that must hold. Call
 * it inside `describe`.
 */
export function useLedgers(location: DatabaseLocation | undefined) {
  const at = location as DatabaseLocation;
  let database: Database;
  let running: Running[] = [];
  let processes = 0;
  /** Number of requests to reload callers. */
  let announced = 0;

  beforeAll(async () => {
    database = openDatabase(at);
    await migrate(database);
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    for (const table of [
      "users",
      "tokens",
      "ledger_entries",
      "leases",
      "budget_leases",
      "holds",
      "tasks",
      "processes",
      "logs",
      "usage_hourly",
      "usage_hourly_outcomes",
      "usage_hourly_tokens",
      "uncollected_daily",
      "usage_figures",
      "orders",
      "order_settlements",
      "redemptions",
      "invite_rewards",
    ]) {
      await sql`delete from ${sql.table(table)}`.execute(database.queries);
    }
    await database.queries.updateTable("figure_folds").set({ folded_until: 0 }).execute();
    return async () => {
      for (const { ledger } of running) await ledger.close();
      running = [];
    };
  });

  /** A ledger in its own process. Of two on the same host the later one finds the earlier one's pid gone. */
  async function startProcess(
    host = `host-${processes}`,
    now = () => Math.floor(Date.now() / 1000),
  ): Promise<Running> {
    processes += 1;
    const process: ProcessIdentity = { id: `process-${processes}`, host, pid: 1_000_000 + processes };
    const store = startUsageWriter(
      { location: at, processId: process.id, secretKey: Buffer.alloc(32) },
      () => {},
    );
    const ledger = createSqlLedger({
      database,
      store,
      process,
      now,
      // Processes that a test kills keep ticking until they exit.
      onError: () => {},
      announceCallers: async () => {
        announced += 1;
      },
    });
    await ledger.start();
    const entry = { ledger, store, id: process.id };
    running.push(entry);
    return entry;
  }

  async function addUser(id: number, quota: number, ledger: SqlLedger): Promise<void> {
    const user = {
      username: `user-${id}`,
      password_hash: "",
      display_name: "",
      role: 1,
      status: 1,
      email: "",
    };
    const rest = { avatar_url: "", group: "default", quota: 0, used_quota: 0, request_count: 0 };
    const times = { created_time: 0, last_login_time: 0, last_login_ip: "", deleted_time: 0 };
    await database.queries
      .insertInto("users")
      .values({ id, ...user, ...rest, ...times, access_token_hash: "" })
      .execute();
    await ledger.credit({ id: `opening:${id}`, userId: id, amount: quota, kind: "opening", remark: "" });
  }

  async function addToken(id: number, userId: number, remain: number): Promise<void> {
    await database.queries
      .insertInto("tokens")
      .values({
        id,
        user_id: userId,
        name: "t",
        key_hash: `hash-${id}`,
        key_encrypted: "",
        key_hint: "",
        status: 1,
        created_time: 0,
        accessed_time: 0,
        expired_time: -1,
        remain_quota: remain,
        unlimited_quota: 0,
        used_quota: 0,
        group: "",
        backup_group: "",
        chat_cache: 0,
        setting: "{}",
        deleted_time: 0,
      })
      .execute();
  }

  const reserve = async (
    ledger: SqlLedger,
    amount: number,
    limited?: number,
  ): Promise<Reservation | Rejection> =>
    ledger.reserve({ userId: 1, tokenId: limited ?? 7, tokenUnlimited: limited === undefined, amount });

  async function mustReserve(ledger: SqlLedger, amount: number, limited?: number): Promise<Reservation> {
    const answer = await reserve(ledger, amount, limited);
    if (!answer.ok) throw new Error(`refused: ${answer.short}`);
    return answer;
  }

  function row(requestId: string): UsageRow {
    return {
      ...emptyUsageRow,
      request_id: requestId,
      created_at: 1_700_000_000,
      user_id: 1,
      username: "user-1",
      token_id: 7,
      token_name: "t",
      model_name: "m",
      prompt_tokens: 3,
      completion_tokens: 4,
      channel_id: 5,
      request_time: 12,
      metadata: {},
    };
  }

  /** In one statement, so at one moment: a process may return or book something between two. */
  async function sums() {
    const sum = (table: "ledger_entries" | "leases" | "holds") =>
      database.queries
        .selectFrom(table)
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amount"), eb.lit(0)).as("total"))
        .$if(table === "leases", (query) => query.where(sql`kind`, "=", "user"));
    const { entries, leases, holds, ...user } = await database.queries
      .selectFrom("users")
      .select((eb) => [
        "quota",
        "used_quota",
        "request_count",
        eb.selectFrom(sum("ledger_entries").as("e")).select("e.total").as("entries"),
        eb.selectFrom(sum("leases").as("l")).select("l.total").as("leases"),
        eb.selectFrom(sum("holds").as("h")).select("h.total").as("holds"),
      ])
      .where("id", "=", 1)
      .executeTakeFirstOrThrow();
    return { ...user, entries: Number(entries), leases: Number(leases), holds: Number(holds) };
  }

  async function state() {
    const logs = await database.queries.selectFrom("logs").select(["quota", "metadata"]).execute();
    return { ...(await sums()), logged: logs.reduce((total, log) => total + log.quota, 0), logs };
  }

  /** The leases of a dead process were released. */
  async function expectDead({ id }: Running): Promise<void> {
    const left = await database.queries
      .selectFrom("leases")
      .selectAll()
      .where("process_id", "=", id)
      .execute();
    expect(left).toEqual([]);
  }

  /** Invariants: entries sum to balance, open leases and holds, and no value is negative. */
  async function expectInvariant(): Promise<void> {
    const now = await sums();
    expect(now.entries).toBe(now.quota + now.leases + now.holds);
    expect(now.quota).toBeGreaterThanOrEqual(0);
  }

  return {
    get database() {
      return database;
    },
    get announced() {
      return announced;
    },
    /** The process died or was closed: the test does not close it again. */
    forget(entry: Running): void {
      running = running.filter((other) => other !== entry);
    },
    /** The same by its ledger. */
    forgetLedger(ledger: SqlLedger): void {
      running = running.filter((other) => other.ledger !== ledger);
    },
    startProcess,
    addUser,
    addToken,
    reserve,
    mustReserve,
    row,
    state,
    expectDead,
    expectInvariant,
  };
}
