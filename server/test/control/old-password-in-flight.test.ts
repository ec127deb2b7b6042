import type { Passkey } from "@tollgate/contract/passkeys";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { anAuthenticator, type PublicKeyOptions } from "../support/authenticator.ts";
import { type Client, asScript } from "../support/as-user.ts";
import { beforeTransaction } from "../support/before-transaction.ts";
import { aBrowser, type Browser } from "../support/browser.ts";
import { aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import type { GitHubStandIn } from "../support/github-stand-in.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { bringBack, withGitHub } from "../support/services.ts";

const url = await postgresOrSkip();

/** A stranger has the password and a session. The owner changes the password while a request of the stranger is under way. */
describe.each(["SQLite", "PostgreSQL"])("a request with the old password, on %s,", (database) => {
  describe.skipIf(database === "PostgreSQL" && url === null)("changes nothing after the new one:", () => {
    let running: ControlApp;
    let github: GitHubStandIn;
    beforeAll(async () => {
      running = await startControlApp(
        database === "PostgreSQL" ? { location: { kind: "postgres", url: url ?? "" } } : {},
      );
      github = await withGitHub(running);
    });
    afterAll(async () => {
      await running?.stop();
      await github?.stop();
    });
    afterEach(() => vi.restoreAllMocks());

    interface People {
      user: TestUser;
      home: Browser;
      stranger: Browser;
    }

    async function people(): Promise<People> {
      const user = await aUser(running);
      const home = aBrowser(running);
      const stranger = aBrowser(running);
      for (const browser of [home, stranger]) expect((await browser.signIn(user)).status).toBe(200);
      return { user, home, stranger };
    }

    /** The owner's change is committed after the stranger's request was verified, before it writes. */
    async function overtaken<T>({ user, home }: People, act: () => Promise<T>): Promise<T> {
      const spy = beforeTransaction(running.database, async () => {
        const form = { username: user.username, display_name: "", password: "another long password" };
        const changed = await home.call("PUT", "/api/user/self", {
          ...form,
          current_password: user.password,
        });
        expect(changed.status).toBe(200);
      });
      const answer = await act();
      expect(spy.mock.calls.length).toBeGreaterThan(1);
      return answer;
    }

    const accountOf = ({ id }: TestUser) =>
      running.database.queries
        .selectFrom("users")
        .select([
          "access_token_hash",
          "deletion_requested_time",
          "github_id",
          "password_hash",
          "totp_secret_encrypted",
        ])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();

    async function expectOwners({ user, home }: People): Promise<void> {
      const { password_hash, ...rest } = await accountOf(user);
      expect(await running.passwords.verify(password_hash, "another long password")).toBe(true);
      expect(rest).toEqual({
        access_token_hash: "",
        deletion_requested_time: 0,
        github_id: "",
        totp_secret_encrypted: "",
      });
      expect((await home.call("GET", "/api/user/self")).status).toBe(200);
    }

    const requests: [name: string, method: "POST" | "PUT" | "GET", url: string, form?: object][] = [
      [
        "a password of its own",
        "PUT",
        "/api/user/self",
        { display_name: "", password: "a stranger's password" },
      ],
      ["an access token", "POST", "/api/user/token", {}],
      ["an access token without a body", "GET", "/api/user/token"],
      ["a request to delete the account", "POST", "/api/user/deletion", {}],
      ["a secret for two-factor authentication", "POST", "/api/user/second_factor", {}],
    ];

    it.each(requests)("%s", async (_name, method, address, form) => {
      const all = await people();
      const { user, stranger } = all;
      const body = form && { username: user.username, ...form, current_password: user.password };
      const late = await overtaken(all, () => stranger.call(method, address, body));
      expect([late.status, late.code]).toEqual([401, "auth.required"]);
      await expectOwners(all);
    });

    it("an access token by the old access token", async () => {
      const all = await people();
      const script: Client = await asScript(running, all.user);
      const late = await overtaken(all, () => script.get("/api/user/token"));
      expect([late.status, late.code]).toEqual([401, "auth.required"]);
      await expectOwners(all);
    });

    it("a linked account", async () => {
      const all = await people();
      const { user, stranger } = all;
      const { data: state } = await stranger.call<string>("POST", "/api/oauth/state", {
        method: "github",
        current_password: user.password,
      });
      const code = github.code({ id: 4711, login: "stranger" });
      const late = await overtaken(all, () => bringBack(stranger, "github", { code, state }));
      expect([late.status, late.code]).toEqual([401, "auth.required"]);
      await expectOwners(all);
    });

    it("a new passkey, and the deletion of one", async () => {
      const all = await people();
      const { user, home, stranger } = all;
      const stepUp = { current_password: user.password };
      const add = async (browser: Browser) => {
        const begun = await browser.call<{ publicKey: PublicKeyOptions }>(
          "POST",
          "/api/webauthn/registration/begin",
          { ...stepUp, alias: "key" },
        );
        const answer = anAuthenticator().register(begun.data.publicKey);
        return () => browser.call<Passkey>("POST", "/api/webauthn/registration/finish", answer);
      };
      const { data: own } = await (await add(home))();
      const finish = await add(stranger);
      expect((await overtaken(all, finish)).code).toBe("auth.required");

      await stranger.signIn({ ...user, password: "another long password" });
      const again = { ...all, user: { ...user, password: "another long password" } };
      const late = await overtaken(again, () =>
        stranger.call("DELETE", `/api/webauthn/credentials/${own.id}`, {
          current_password: again.user.password,
        }),
      );
      expect(late.code).toBe("auth.required");
      const kept = await home.call<Passkey[]>("GET", "/api/webauthn/credentials");
      expect(kept.data.map(({ id }) => id)).toEqual([own.id]);
    });
  });
});
