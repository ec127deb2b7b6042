import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPasswords } from "../../src/platform/passwords.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { seedDatabase } from "../../src/control/seed.ts";
import { type Database, openDatabase } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { commandDatabases, runCommand } from "../support/run-command.ts";

const url = await postgresOrSkip();
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-password-"));
const passwords = createPasswords();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reset = (environment: Record<string, string>, ...args: string[]) =>
  runCommand("server/src/reset-password.ts", environment, args);

describe.each(commandDatabases(folder, url))(
  "npm run reset-password on $name",
  ({ location, environment, there }) => {
    let database: Database;
    beforeAll(async () => {
      if (!there) return;
      database = openDatabase(location);
      await migrate(database);
      await seedDatabase({ database, passwords, clock: systemClock, rootPassword: "a lost password" });
    });
    afterAll(() => database?.close());

    /** Of root: what signs it in, and the audit log. */
    async function stored() {
      const { queries } = database;
      const { password_hash } = await queries
        .selectFrom("users")
        .select("password_hash")
        .where("username", "=", "root")
        .executeTakeFirstOrThrow();
      const count = async (table: "sessions" | "recovery_codes") =>
        (await queries.selectFrom(table).select("user_id").where("user_id", "=", 1).execute()).length;
      return {
        password_hash,
        sessions: await count("sessions"),
        codes: await count("recovery_codes"),
        actions: await queries
          .selectFrom("audit_entries")
          .select(["action", "actor_name"])
          .orderBy("id")
          .execute(),
      };
    }

    it.skipIf(!there)("prints a new password, ends the sessions and writes an audit entry", async () => {
      const now = systemClock.now();
      await database.queries
        .insertInto("sessions")
        .values({
          id_hash: "a hash",
          user_id: 1,
          method: "password",
          two_factors: 0,
          created_time: now,
          last_seen_time: now,
          expires_time: now + 3600,
          source_ip: "203.0.113.7",
          user_agent: "",
        })
        .execute();
      await database.queries
        .insertInto("recovery_codes")
        .values({ user_id: 1, code_hash: "a hash", created_time: now })
        .execute();
      const { stdout, stderr, status } = reset(environment, "Root");
      expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
      const password = /^New password of root: (\S+)\nThe user's sessions have ended\.\n$/.exec(stdout)?.[1];
      const { password_hash, sessions, codes, actions } = await stored();
      expect(await passwords.verify(password_hash, password ?? "")).toBe(true);
      expect(await passwords.verify(password_hash, "a lost password")).toBe(false);
      expect({ sessions, codes }).toEqual({ sessions: 0, codes: 1 });
      expect(actions).toEqual([{ action: "auth.password_reset", actor_name: "system" }]);
    });

    it.skipIf(!there)("removes two-factor authentication only with the option", async () => {
      expect(reset(environment, "root", "--two-factor").status).toBe(0);
      const { codes, actions } = await stored();
      expect(codes).toBe(0);
      expect(actions.map(({ action }) => action)).toEqual([
        "auth.password_reset",
        "auth.password_reset",
        "user.reset_second_factor",
      ]);
    });

    it.skipIf(!there)("changes nothing for an unknown user or option", async () => {
      const before = await stored();
      for (const [args, said] of [
        [["ada"], "There is no user ada."],
        [[], "Give a username."],
        [["root", "--password"], "Give a username."],
        [["root", "other"], "Give a username."],
      ] as const)
        expect(reset(environment, ...args)).toMatchObject({
          status: 2,
          stdout: "",
          stderr: expect.stringContaining(said),
        });
      expect(await stored()).toEqual(before);
    });
  },
);
