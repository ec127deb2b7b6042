import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { anAuthenticator, type PublicKeyOptions } from "../support/authenticator.ts";
import { asRoot, type Client } from "../support/as-user.ts";
import { beforeTransaction } from "../support/before-transaction.ts";
import { aBrowser, type Browser } from "../support/browser.ts";
import { aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { setUpTwoFactor } from "../support/two-factor.ts";

const url = await postgresOrSkip();

/** A sign-in verifies something, then starts a session. What it verified may change in between. */
describe.each(["SQLite", "PostgreSQL"])("a change during a sign-in, on %s,", (database) => {
  describe.skipIf(database === "PostgreSQL" && url === null)("leaves no session", () => {
    let running: ControlApp;
    let root: Client;
    beforeAll(async () => {
      running = await startControlApp(
        database === "PostgreSQL" ? { location: { kind: "postgres", url: url ?? "" } } : {},
      );
      root = await asRoot(running);
    });
    afterAll(() => running?.stop());
    afterEach(() => vi.restoreAllMocks());

    /** Runs `act` once, after everything was verified and before the next transaction. */
    function beforeSession(act: () => Promise<{ status: number }>): void {
      beforeTransaction(running.database, async () => expect((await act()).status).toBe(200));
    }

    async function anOwner(): Promise<{ user: TestUser; home: Browser }> {
      const user = await aUser(running);
      const home = aBrowser(running);
      await home.signIn(user);
      return { user, home };
    }

    const sessionsOf = ({ id }: TestUser) =>
      running.database.queries
        .selectFrom("sessions")
        .select("second_factor_pending")
        .where("user_id", "=", id)
        .execute();

    const changePassword = (home: Browser, user: TestUser) =>
      home.call("PUT", "/api/user/self", {
        username: user.username,
        display_name: "",
        password: "another long password",
        current_password: user.password,
      });

    it("of the old password", async () => {
      const { user, home } = await anOwner();
      beforeSession(() => changePassword(home, user));
      const stranger = aBrowser(running);
      expect(await stranger.signIn(user)).toMatchObject({ status: 401, code: "auth.bad_credentials" });
      expect((await stranger.call("GET", "/api/user/self")).status).toBe(401);
      expect(await sessionsOf(user)).toHaveLength(1);
      expect((await stranger.signIn({ ...user, password: "another long password" })).status).toBe(200);
    });

    it("of the old password that waits for a code", async () => {
      const { user, home } = await anOwner();
      await setUpTwoFactor(running, home, user);
      beforeSession(() => changePassword(home, user));
      expect((await aBrowser(running).signIn(user)).code).toBe("auth.bad_credentials");
      expect(await sessionsOf(user)).toEqual([{ second_factor_pending: 0 }]);
    });

    it("of the old password whose code was correct", async () => {
      const { user, home } = await anOwner();
      const app = await setUpTwoFactor(running, home, user);
      const stranger = aBrowser(running);
      await stranger.signIn(user);
      beforeSession(() => changePassword(home, user));
      const late = await stranger.call("POST", "/api/user/login/second_factor", { code: app.code() });
      expect([late.status, late.code]).toEqual([401, "auth.second_factor_expired"]);
      expect(await sessionsOf(user)).toEqual([{ second_factor_pending: 0 }]);
    });

    it("without the code of two-factor authentication that was just enabled", async () => {
      const { user, home } = await anOwner();
      beforeSession(async () => {
        await setUpTwoFactor(running, home, user);
        return { status: 200 };
      });
      expect((await aBrowser(running).signIn(user)).code).toBe("auth.bad_credentials");
      expect(await sessionsOf(user)).toHaveLength(1);
    });

    it("of a disabled account, also once it is enabled again", async () => {
      const user = await aUser(running);
      const manage = (action: string) => root.post("/api/user/manage", { id: user.id, action });
      beforeSession(async () => {
        await manage("disable");
        return { status: 200 };
      });
      const stranger = aBrowser(running);
      expect((await stranger.signIn(user)).code).toBe("auth.user_disabled");
      await manage("enable");
      expect((await stranger.call("GET", "/api/user/self")).status).toBe(401);
    });

    it("of a deleted passkey", async () => {
      const { user, home } = await anOwner();
      const authenticator = anAuthenticator();
      const send = async (from: Browser, address: string, body: object) =>
        (await from.call<{ publicKey: PublicKeyOptions }>("POST", address, body)).data.publicKey;
      const stepUp = { current_password: user.password };
      const wanted = await send(home, "/api/webauthn/registration/begin", { ...stepUp, alias: "key" });
      const { data } = await home.call<{ id: number }>(
        "POST",
        "/api/webauthn/registration/finish",
        authenticator.register(wanted),
      );
      const stranger = aBrowser(running);
      const signed = authenticator.sign(await send(stranger, "/api/webauthn/login/begin", {}));
      beforeSession(() => home.call("DELETE", `/api/webauthn/credentials/${data.id}`, stepUp));
      const late = await stranger.call("POST", "/api/webauthn/login/finish", signed);
      expect(late.code).toBe("passkey.refused");
      expect(await sessionsOf(user)).toHaveLength(1);
    });

    it.runIf(database === "PostgreSQL")("where the change is not committed yet", async () => {
      const { user } = await anOwner();
      const password_hash = await running.passwords.hash("another long password");
      const waiting = async () =>
        (
          await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(
            running.database.queries,
          )
        ).rows.length;
      const late = await running.database.transaction(async (queries) => {
        await queries.updateTable("users").set({ password_hash }).where("id", "=", user.id).execute();
        await queries.deleteFrom("sessions").where("user_id", "=", user.id).execute();
        const answer = aBrowser(running).signIn(user);
        await expect.poll(waiting).toBe(1);
        return { answer };
      });
      expect((await late.answer).code).toBe("auth.bad_credentials");
      expect(await sessionsOf(user)).toEqual([]);
    });
  });
});
