import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roles } from "@tollgate/contract/access";
import { asRoot, asUser, type Client } from "../support/as-user.ts";
import { aBrowser, type Browser, statusesOf } from "../support/browser.ts";
import { aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { postgresOrSkip } from "../support/postgres.ts";

const url = await postgresOrSkip();

/** What concurrent requests must not remove: the last super administrator, the last sign-in method of an account. */
describe.each(["SQLite", "PostgreSQL"])("on %s", (database) => {
  describe.skipIf(database === "PostgreSQL" && url === null)("what must stay", () => {
    let running: ControlApp;
    beforeAll(async () => {
      running = await startControlApp(
        database === "PostgreSQL" ? { location: { kind: "postgres", url: url ?? "" } } : {},
      );
    });
    afterAll(() => running?.stop());

    const enabledRoots = () =>
      running.database.queries
        .selectFrom("users")
        .select("id")
        .where("role", "=", roles.root)
        .where("status", "=", 1)
        .where("deleted_time", "=", 0)
        .execute();

    type End = [name: string, end: (by: Client, target: TestUser) => Promise<{ status: number }>];
    const ends: End[] = [
      ["disabled", (by, { id }) => by.post("/api/user/manage", { id, action: "disable" })],
      ["demoted", (by, { id }) => by.post("/api/user/manage", { id, action: "demote" })],
      ["deleted", (by, { id }) => by.delete(`/api/user/${id}`)],
      ["edited", (by, { id }) => by.put("/api/user/", { id, role: roles.user })],
      ["disabled with others", (by, { id }) => by.post("/api/user/bulk", { ids: [id], action: "disable" })],
    ];

    it.each(ends)(
      "of three super administrators who are %s by each other concurrently, one stays",
      async (_name, end) => {
        const all: TestUser[] = [];
        for (let index = 0; index < 3; index += 1) all.push(await aUser(running, { role: roles.root }));
        const clients = await Promise.all(all.map((user) => asUser(running, user)));
        await running.database.queries.updateTable("users").set({ status: 2 }).where("id", "=", 1).execute();
        const removals = clients.flatMap((client, by) =>
          all.filter((_target, index) => index !== by).map((target) => end(client, target)),
        );
        await Promise.all(removals);
        expect(await enabledRoots()).toHaveLength(1);
        const { queries } = running.database;
        await queries.updateTable("users").set({ status: 2 }).where("role", "=", roles.root).execute();
        await queries.updateTable("users").set({ status: 1 }).where("id", "=", 1).execute();
      },
    );

    it("the only super administrator cannot be removed, not even by a request of its own", async () => {
      const id = 1;
      expect(await enabledRoots()).toEqual([{ id }]);
      const admin = await asUser(running, await aUser(running, { role: roles.admin }));
      for (const by of [await asRoot(running), admin])
        for (const [, end] of ends) await end(by, { id, username: "root", password: "" });
      expect(await enabledRoots()).toEqual([{ id }]);
    });

    /** Signed in, and without the password that it signed in with. */
    async function withoutPassword(
      links: object,
      passkeys: number,
    ): Promise<{ browser: Browser; keys: number[] }> {
      const user = await aUser(running);
      const browser = aBrowser(running);
      await browser.signIn(user);
      const { queries } = running.database;
      await queries
        .updateTable("users")
        .set({ password_hash: "", ...links })
        .where("id", "=", user.id)
        .execute();
      const keys: number[] = [];
      for (let index = 0; index < passkeys; index += 1) {
        const { id } = await queries
          .insertInto("passkeys")
          .values({
            user_id: user.id,
            credential_id: `credential-${user.id}-${index}`,
            public_key: "key",
            counter: 0,
            transports: "[]",
            backed_up: 0,
            alias: "key",
            created_time: 1,
            last_used_time: 0,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        keys.push(id);
      }
      return { browser, keys };
    }

    it("rejects deleting the last passkey of an account without password or linked service", async () => {
      const { browser, keys } = await withoutPassword({}, 1);
      const rejected = await browser.call("DELETE", `/api/webauthn/credentials/${keys[0]}`);
      expect([rejected.status, rejected.code]).toEqual([409, "user.last_sign_in"]);
      expect((await browser.call<unknown[]>("GET", "/api/webauthn/credentials")).data).toHaveLength(1);
    });

    it("leaves one of the passkeys that are deleted concurrently", async () => {
      for (let round = 0; round < 5; round += 1) {
        const { browser, keys } = await withoutPassword({}, 3);
        await Promise.all(keys.map((id) => browser.copy().call("DELETE", `/api/webauthn/credentials/${id}`)));
        expect((await browser.call<unknown[]>("GET", "/api/webauthn/credentials")).data).toHaveLength(1);
      }
    });

    it("leaves the passkey or the linked service where both are removed concurrently", async () => {
      await running.set("LarkClientId", "cli");
      await running.set("LarkClientSecret", "secret");
      await running.set("LarkAuthEnabled", true);
      for (let round = 0; round < 5; round += 1) {
        const { browser, keys } = await withoutPassword({ lark_id: `ou_${database}_${round}` }, 1);
        const both = await Promise.all([
          browser.copy().call("DELETE", `/api/webauthn/credentials/${keys[0]}`),
          browser.copy().call("POST", "/api/user/unbind", { type: "lark" }),
        ]);
        expect(statusesOf(both)).toEqual([200, 409]);
      }
    });
  });
});
