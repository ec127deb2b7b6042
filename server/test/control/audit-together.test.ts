import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAudit } from "../../src/control/audit.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { type DatabaseLocation, openDatabase } from "../../src/storage/database.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, rootPassword, startApp } from "../support/start-app.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-together-"));
const postgresUrl = await postgresOrSkip();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const locations: { name: string; location: DatabaseLocation | undefined }[] = [
  { name: "SQLite", location: { kind: "sqlite", file: path.join(folder, "together.db") } },
  { name: "PostgreSQL", location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl } },
];

type Call = [method: "GET" | "POST" | "PUT" | "DELETE", address: string, body?: object];

/** Existing rows, by id or name. */
interface Rows {
  user: number;
  token: number;
  other: number;
  channel: number;
  group: number;
  gateway: number;
  notice: number;
  ratios: object;
  code: number;
}

/** Every kind of change that has an audit entry and needs no other service. */
const changes: Record<string, (rows: Rows) => Call> = {
  "a user is created": () => ["POST", "/api/user/", { username: "newcomer", password: "a long password" }],
  "a user is changed": ({ user }) => ["PUT", "/api/user/", { id: user, display_name: "Changed" }],
  "a user gets a password": ({ user }) => ["PUT", "/api/user/", { id: user, password: "another password" }],
  "a user is disabled": ({ user }) => ["POST", "/api/user/manage", { id: user, action: "disable" }],
  "a user is deleted": ({ user }) => ["DELETE", `/api/user/${user}`],
  "users get a group": ({ user }) => [
    "POST",
    "/api/user/bulk",
    { ids: [user], action: "set_group", group: "vip" },
  ],
  "a user is credited": ({ user }) => ["POST", `/api/user/quota/${user}`, { quota: 5 }],
  "a user is debited": ({ user }) => ["POST", `/api/user/quota/${user}`, { quota: -5 }],
  "a user is signed out": ({ user }) => ["POST", `/api/user/${user}/end_sessions`],
  "a user's two-factor authentication is reset": ({ user }) => [
    "POST",
    `/api/user/${user}/reset_second_factor`,
  ],
  "a visitor registers": () => [
    "POST",
    "/api/user/register",
    { username: "stranger", password: "a long password" },
  ],
  "a user signs in": () => ["POST", "/api/user/login", { username: "root", password: rootPassword }],
  "the own account is changed": () => [
    "PUT",
    "/api/user/self",
    { display_name: "Root", password: "a changed password", current_password: rootPassword },
  ],
  "an access token is created": () => ["POST", "/api/user/token", { current_password: rootPassword }],
  "deletion is requested": () => ["POST", "/api/user/deletion", { current_password: rootPassword }],
  "other sessions are ended": () => ["DELETE", "/api/user/sessions"],
  "a token is created": () => ["POST", "/api/token/", { name: "new", unlimited_quota: true }],
  "a token and its quota are changed": ({ token }) => [
    "PUT",
    "/api/token/",
    { id: token, name: "changed", remain_quota: 9, unlimited_quota: false },
  ],
  "a token is changed": ({ token }) => [
    "PUT",
    "/api/token/",
    { id: token, name: "changed", remain_quota: 700, unlimited_quota: false },
  ],
  "a token is disabled": ({ token }) => ["PUT", `/api/token/${token}`, { status: 2 }],
  "a token is deleted": ({ token }) => ["DELETE", `/api/token/${token}`],
  "tokens are deleted": ({ token }) => ["POST", "/api/token/batch", { ids: [token], action: "delete" }],
  "another's token is disabled": ({ other }) => ["PUT", "/api/token/admin", { id: other, status: 2 }],
  "another's token is deleted": ({ other }) => ["DELETE", `/api/token/admin/${other}`],
  "a group is created": () => ["POST", "/api/user_group/", { symbol: "new", name: "New" }],
  "a group is changed": ({ group }) => ["PUT", "/api/user_group/", { id: group, name: "B", ratio: 3 }],
  "a group is disabled": ({ group }) => ["PUT", `/api/user_group/enable/${group}`],
  "a group is deleted": ({ group }) => ["DELETE", `/api/user_group/${group}`],
  "a notice channel is added": () => ["POST", "/api/notice_channel/", { type: "email", name: "New" }],
  "a notice channel is changed": ({ notice }) => [
    "PUT",
    "/api/notice_channel/",
    { id: notice, name: "Renamed" },
  ],
  "a notice channel is deleted": ({ notice }) => ["DELETE", `/api/notice_channel/${notice}`],
  "a gateway is added": () => [
    "POST",
    "/api/payment/",
    { type: "epay", name: "Pay", icon: "wallet", currency: "CNY" },
  ],
  "a gateway is changed": ({ gateway }) => ["PUT", "/api/payment/", { id: gateway, name: "Pay here" }],
  "a gateway is deleted": ({ gateway }) => ["DELETE", `/api/payment/${gateway}`],
  "ratios are set": ({ ratios }) => ["PUT", "/api/user_group/ratios", { ratios: { ...ratios, fresh: 7 } }],
  "a channel is created": () => [
    "POST",
    "/api/channel/",
    { name: "new", type: 1, key: "k", groups: ["default"], models: ["m"] },
  ],
  "a channel is changed": ({ channel }) => ["PUT", `/api/channel/${channel}`, { priority: 3 }],
  "a channel is edited": ({ channel }) => [
    "PUT",
    "/api/channel/",
    { id: channel, name: "edited", type: 1, key: "", groups: ["default"], models: ["m"] },
  ],
  "a channel is deleted": ({ channel }) => ["DELETE", `/api/channel/${channel}`],
  "channels get another API version": ({ channel }) => [
    "PUT",
    "/api/channel/batch/azure_api",
    { ids: [channel], value: "2026-01-01" },
  ],
  "channels get other fields": ({ channel }) => [
    "PUT",
    "/api/channel/batch/fields",
    { ids: [channel], priority: 7 },
  ],
  "channels get a model": ({ channel }) => [
    "PUT",
    "/api/channel/batch/add_model",
    { ids: [channel], value: "another" },
  ],
  "channels lose a model": ({ channel }) => [
    "PUT",
    "/api/channel/batch/del_model",
    { ids: [channel], value: "listed" },
  ],
  "channels are deleted": ({ channel }) => ["DELETE", "/api/channel/batch", { ids: [channel] }],
  "channels are tagged": ({ channel }) => [
    "POST",
    "/api/channel/batch",
    { ids: [channel], action: "tag", tag: "t" },
  ],
  "a price is created": () => [
    "POST",
    "/api/prices/single",
    {
      model: "new-model",
      type: "tokens",
      channel_type: 0,
      input: 1,
      output: 1,
      locked: false,
      extra_ratios: {},
      rules: [],
    },
  ],
  "a price is given to several models": () => [
    "POST",
    "/api/prices/multiple",
    {
      original_models: ["priced"],
      models: ["other"],
      price: { type: "tokens", channel_type: 0, input: 1, output: 1 },
    },
  ],
  "prices are applied": () => [
    "POST",
    "/api/prices/sync?updateMode=overwrite",
    [{ model: "new-model", type: "tokens", channel_type: 0, input: 1, output: 1 }],
  ],
  "a price is deleted": () => ["DELETE", "/api/prices/single/priced"],
  "prices are deleted": () => ["PUT", "/api/prices/multiple/delete", { models: ["priced"] }],
  "a setting is changed": () => ["PUT", "/api/option/", { key: "RetryTimes", value: "4" }],
  "a section of settings is changed": () => [
    "PUT",
    "/api/option/section/retries",
    { values: { RetryTimes: 5 } },
  ],
  "redemption codes are created": () => ["POST", "/api/redemption/", { name: "New", quota: 5, count: 2 }],
  "a redemption code is changed": ({ code }) => ["PUT", "/api/redemption/", { id: code, name: "changed" }],
  "redemption codes are disabled": ({ code }) => [
    "POST",
    "/api/redemption/batch",
    { ids: [code], action: "disable" },
  ],
  "a redemption code is deleted": ({ code }) => ["DELETE", `/api/redemption/${code}`],
  "a command of the Telegram bot is created": () => [
    "POST",
    "/api/option/telegram/",
    { command: "new", description: "New", reply_message: "New" },
  ],
};

for (const { name, location } of locations) {
  describe.skipIf(!location)(`while no audit entry can be stored, on ${name},`, () => {
    let running: RunningApp;
    let rows: Rows;

    beforeAll(async () => {
      running = await startApp(location);
      const { api } = running;
      const { id: user } = await api<{ id: number }>("POST", "/api/user/", {
        username: "person",
        password: "a long password",
        quota: 1000,
      });
      const quota = { remain_quota: 700, unlimited_quota: false };
      const [token, other] = [await running.aToken({ name: "own", ...quota }), await running.aToken(quota)];
      await running.app.database.queries
        .updateTable("tokens")
        .set({ user_id: user })
        .where("id", "=", other.id)
        .execute();
      await running.aPrice({
        model: "priced",
        type: "tokens",
        channel_type: 0,
        input: 1,
        output: 1,
        locked: false,
      });
      await api("POST", "/api/redemption/", { name: "Stored", quota: 5 });
      const codes = await api<{ data: { id: number }[] }>("GET", "/api/redemption/");
      rows = {
        code: codes.data[0]?.id ?? 0,
        user,
        token: token.id,
        other: other.id,
        channel: (await running.aChannel({ models: ["test-model", "listed"] })).id,
        group: (await api<{ id: number }>("POST", "/api/user_group/", { symbol: "some", name: "Some" })).id,
        gateway: (
          await api<{ id: number }>("POST", "/api/payment/", {
            type: "epay",
            name: "Some",
            icon: "wallet",
            currency: "CNY",
          })
        ).id,
        notice: (await api<{ id: number }>("POST", "/api/notice_channel/", { type: "email", name: "Some" }))
          .id,
        ratios: await api("GET", "/api/user_group/ratios"),
      };
    }, 60_000);
    afterAll(() => running?.stop());

    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(running.app.database.queries);

    /** Every row of every table, except those that timers of the process write. */
    async function dump(): Promise<Record<string, unknown[]>> {
      const { queries } = running.app.database;
      const ownTables = (await queries.introspection.getTables()).map((table) => table.name);
      const written = ownTables.filter((table) => !["processes", "job_runs"].includes(table)).sort();
      const all: Record<string, unknown[]> = {};
      for (const table of written) {
        const found = await sql<object>`select * from ${sql.table(table)}`.execute(queries);
        all[table] = found.rows.map((row) => JSON.stringify(row)).sort();
      }
      return all;
    }

    it.each(Object.entries(changes))("%s: nothing is stored", async (_what, callOf) => {
      const [method, address, body] = callOf(rows);
      await rename("audit_entries", "away");
      try {
        const before = await dump();
        await expect(running.api(method, address, body)).rejects.toThrow('"code":"server.internal"');
        expect(await dump()).toEqual(before);
      } finally {
        await rename("away", "audit_entries");
      }
    });

    it("a token's row, its quota and its entry are stored together once that works again", async () => {
      const form = { id: rows.token, name: "together", remain_quota: 5, unlimited_quota: false };
      await running.api("PUT", "/api/token/", form);
      const { queries } = running.app.database;
      const token = await queries
        .selectFrom("tokens")
        .selectAll()
        .where("id", "=", rows.token)
        .executeTakeFirst();
      expect(token).toMatchObject({ name: "together", remain_quota: 5 });
      const entry = await queries
        .selectFrom("audit_entries")
        .selectAll()
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      expect(entry).toMatchObject({ action: "token.update", target_id: String(rows.token) });
      expect(JSON.parse(entry.detail)).toMatchObject({
        target: expect.any(String) as string,
        name: [expect.any(String), "together"],
        remain_quota: [700, 5],
      });
    });
  });
}

it("an entry cannot be written outside a transaction: the compiler rejects it", async () => {
  const database = openDatabase({ kind: "sqlite", file: path.join(folder, "empty.db") });
  const actor = { id: 1, username: "a", role: 100, group: "default", ip: "" };
  const event = { action: "token.update", target: { type: "token", id: 1 } };
  const audit = createAudit({ database, clock: systemClock });
  // @ts-expect-error -- queries that no transaction holds
  await expect(audit.record(database.queries, actor, event)).rejects.toThrow("audit_entries");
  await database.close();
});
