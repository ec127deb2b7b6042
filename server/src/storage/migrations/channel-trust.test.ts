import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { roles } from "@tollgate/contract/access";
import { channelForm } from "@tollgate/contract/channels";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aChannel, aUser } from "../../../test/support/builders.ts";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import { newChannelOf } from "../../control/channels/channel-values.ts";
import type { ControlApp } from "../../../test/support/control-app.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";
import { channelTrust } from "./0015-channel-trust.ts";
import { migrations } from "./index.ts";

const url = await postgresOrSkip();
const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-trust-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const locations: [string, DatabaseLocation | undefined][] = [
  ["SQLite", { kind: "sqlite", file: path.join(folder, "trust.db") }],
  ["PostgreSQL", url === null ? undefined : { kind: "postgres", url }],
];

describe.each(locations.filter(([, location]) => location))(
  "channels of earlier versions in %s",
  (_name, location) => {
    let database: Database;
    const ids: Record<string, number> = {};
    let rootId: number;
    let adminId: number;

    beforeAll(async () => {
      if (location) database = openDatabase(location);
      const place = migrations.indexOf(channelTrust);
      await migrate(database, migrations.slice(0, place));
      const passwords = { hash: () => Promise.resolve("") } as unknown as ControlApp["passwords"];
      const stored = { database, passwords, clock: { now: () => 1 } } as unknown as ControlApp;
      rootId = (await aUser(stored, { role: roles.root })).id;
      adminId = (await aUser(stored, { role: roles.admin })).id;
      await aRow("of root", "https://own.example");
      await log("of root", rootId, "create");
      await aRow("of an administrator", "https://own.example");
      await log("of an administrator", adminId, "create");
      await aRow("renamed by an administrator", "https://own.example");
      await log("renamed by an administrator", rootId, "create");
      await log("renamed by an administrator", adminId, "update", ["name"]);
      await aRow("moved by an administrator", "https://own.example");
      await log("moved by an administrator", rootId, "create");
      await log("moved by an administrator", adminId, "update", ["name", "base_url"]);
      await aRow("with a proxy of an administrator", "https://own.example");
      await log("with a proxy of an administrator", rootId, "create");
      await log("with a proxy of an administrator", adminId, "update", ["proxy"]);
      await aRow("without a record", "https://own.example");
      await aRow("without an address", "");
      for (const address of [
        "http://10.0.0.5:8000",
        "http://[::1]:1",
        "http://ollama:11434",
        "http://gpu.internal",
      ])
        await aRow(address, address);
      await migrate(database, migrations.slice(0, place + 1));
    });
    afterAll(() => database?.close());

    async function aRow(name: string, base_url: string): Promise<void> {
      const row = newChannelOf(channelForm.parse({ ...aChannel(), name, base_url }), 0);
      const { id } = await database.queries
        .insertInto("channels")
        .values(row)
        .returning("id")
        .executeTakeFirstOrThrow();
      ids[name] = id;
    }

    async function log(name: string, actor: number, action: string, fields?: string[]): Promise<void> {
      await database.queries
        .insertInto("audit_entries")
        .values({
          created_at: 1,
          actor_id: actor,
          actor_name: "",
          action: `channel.${action}`,
          target_type: "channel",
          target_id: String(ids[name]),
          detail: JSON.stringify(fields ? { fields } : { name }),
          source_ip: "",
        })
        .execute();
    }

    it.each([
      ["of root", 1, 1],
      ["of an administrator", 0, 0],
      ["renamed by an administrator", 1, 1],
      ["moved by an administrator", 0, 1],
      ["with a proxy of an administrator", 1, 0],
      ["without a record", 0, 0],
      ["without an address", 1, 0],
      ["http://10.0.0.5:8000", 1, 0],
      ["http://[::1]:1", 1, 0],
      ["http://ollama:11434", 1, 0],
      ["http://gpu.internal", 1, 0],
    ])("%s: address %i, proxy %i", async (name, address, proxy) => {
      const row = await database.queries
        .selectFrom("channels")
        .select(["base_url_trusted", "proxy_trusted"])
        .where("id", "=", ids[name] ?? 0)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ base_url_trusted: address, proxy_trusted: proxy });
    });

    it("accept time limits of milliseconds", async () => {
      const limits = {
        connect_timeout: 0.25,
        first_byte_timeout: 1.5,
        idle_timeout: 0.001,
        total_timeout: 86_400,
      };
      await database.queries.updateTable("channels").set(limits).execute();
      const row = await database.queries
        .selectFrom("channels")
        .select(["connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout"])
        .executeTakeFirstOrThrow();
      expect(row).toEqual(limits);
    });
  },
);
