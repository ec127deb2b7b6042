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

const authenticator = { totp_secret_encrypted: "a secret", totp_confirmed_time: 1 };

const reset = (environment: Record<string, string>, ...args: string[]) =>
  runCommand("server/src/reset-password.ts", environment, args);

describe.each(commandDatabases(folder, url))(
  "npm run reset-password on $name",
  ({ location, environment, there }) => {
    let database: Database;
    const shown =
      location.kind === "sqlite" ? location.file : url?.replace(/^.*\/\/([^@]*@)?/, "").replace(/\?.*/, "");
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
      const { password_hash, access_token_hash, ...totp } = await queries
        .selectFrom("users")
        .select(["password_hash", "access_token_hash", "totp_secret_encrypted", "totp_confirmed_time"])
        .where("username", "=", "root")
        .executeTakeFirstOrThrow();
      const count = async (table: "sessions" | "recovery_codes" | "passkeys") =>
        (await queries.selectFrom(table).select("user_id").where("user_id", "=", 1).execute()).length;
      return {
        password_hash,
        access_token_hash,
        totp,
        sessions: await count("sessions"),
        codes: await count("recovery_codes"),
        passkeys: await count("passkeys"),
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
      await database.queries
        .insertInto("passkeys")
        .values({
          user_id: 1,
          credential_id: "a credential",
          public_key: "a key",
          counter: 0,
          transports: "[]",
          backed_up: 0,
          alias: "",
          created_time: now,
          last_used_time: 0,
        })
        .execute();
      await database.queries
        .updateTable("users")
        .set({ access_token_hash: "a hash", ...authenticator })
        .where("username", "=", "root")
        .execute();
      const { stdout, stderr, status } = reset(environment, "Root");
      expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
      const [said, ...lines] = stdout.trimEnd().split("\n");
      expect(lines).toEqual(["The user's sessions have ended.", `Database: ${shown}`]);
      const password = /^New password of root: (\S+)$/.exec(said ?? "")?.[1];
      const { password_hash, actions, ...rest } = await stored();
      expect(await passwords.verify(password_hash, password ?? "")).toBe(true);
      expect(await passwords.verify(password_hash, "a lost password")).toBe(false);
      expect(rest).toEqual({
        access_token_hash: "",
        totp: authenticator,
        sessions: 0,
        codes: 1,
        passkeys: 1,
      });
      expect(actions).toEqual([{ action: "auth.password_reset", actor_name: "system" }]);
    });

    it.skipIf(!there)("removes two-factor authentication only with the option", async () => {
      const { stdout } = reset(environment, "root", "--two-factor");
      expect(stdout).toContain("Two-factor authentication was removed.");
      const { codes, passkeys, totp, actions } = await stored();
      expect({ codes, passkeys, totp }).toEqual({
        codes: 0,
        passkeys: 0,
        totp: { totp_secret_encrypted: "", totp_confirmed_time: 0 },
      });
      expect(actions.map(({ action }) => action)).toEqual([
        "auth.password_reset",
        "auth.password_reset",
        "user.reset_second_factor",
      ]);
    });

    it.skipIf(!there)(
      "changes nothing while sign-in with a password is disabled, unless it enables that",
      async () => {
        const { queries } = database;
        await queries.insertInto("options").values({ key: "PasswordLoginEnabled", value: "false" }).execute();
        const before = await stored();
        expect(reset(environment, "root")).toMatchObject({
          status: 2,
          stdout: "",
          stderr: expect.stringContaining("Add --password-sign-in"),
        });
        expect(await stored()).toEqual(before);
        const version = async () =>
          (
            await queries
              .selectFrom("change_versions")
              .select("version")
              .where("topic", "=", "settings")
              .executeTakeFirst()
          )?.version ?? 0;
        const announced = await version();
        expect(reset(environment, "root", "--password-sign-in").status).toBe(0);
        expect(await queries.selectFrom("options").select("key").execute()).toEqual([]);
        // A running server reads its settings again.
        expect(await version()).toBeGreaterThan(announced);
        const { actions, password_hash } = await stored();
        expect(password_hash).not.toBe(before.password_hash);
        expect(actions.slice(-2).map(({ action }) => action)).toEqual([
          "auth.password_reset",
          "setting.change",
        ]);
      },
    );

    it.skipIf(!there)(
      "changes nothing for a disabled user, or without -- in front of an option",
      async () => {
        const status = (value: number) =>
          database.queries.updateTable("users").set({ status: value }).where("id", "=", 1).execute();
        const before = await stored();
        await status(2);
        expect(reset(environment, "root").stderr).toContain("root is disabled.");
        await status(1);
        const taken = { ...environment, npm_config_two_factor: "true" };
        expect(reset(taken, "root").stderr).toContain("npm has kept --two-factor for itself");
        expect(await stored()).toEqual(before);
      },
    );

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
