import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, asRoot, asUser, type Client } from "../support/as-user.ts";
import { aToken, aUser, anAdmin } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { postgresOrSkip } from "../support/postgres.ts";

const url = await postgresOrSkip();

/** Runs `act` once, right before the next statement that writes through this database. */
function beforeNextWrite({ database }: ControlApp, act: () => Promise<unknown>): void {
  let done = false;
  async function once(): Promise<void> {
    if (done) return;
    done = true;
    vi.restoreAllMocks();
    await act();
  }
  const transaction = database.transaction.bind(database);
  vi.spyOn(database, "transaction").mockImplementation(async (work) => {
    await once();
    return transaction(work);
  });
  const updateTable = database.queries.updateTable.bind(database.queries);
  vi.spyOn(database.queries, "updateTable").mockImplementation(((table: "users") =>
    late(updateTable(table), once)) as never);
}

/** A statement that waits for `first` before it is executed. */
function late<T extends object>(builder: T, first: () => Promise<void>): T {
  return new Proxy(builder, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (String(name).startsWith("execute"))
        return async (...args: unknown[]) => {
          await first();
          return value.apply(target, args) as unknown;
        };
      return (...args: unknown[]) => {
        const result: unknown = value.apply(target, args);
        return typeof result === "object" && result !== null ? late(result, first) : result;
      };
    },
  });
}

describe.each([
  ["SQLite", false],
  ["PostgreSQL", true],
] as const)("a user who is promoted between the check and the write, on %s,", (_name, postgres) => {
  describe.skipIf(postgres && url === null)("is safe from an administrator who", () => {
    let running: ControlApp;
    let admin: Client;
    let root: Client;
    let target: { id: number; username: string; tokenId: number };
    beforeAll(async () => {
      running = await startControlApp(postgres ? { location: { kind: "postgres", url: url ?? "" } } : {});
      root = await asRoot(running);
      admin = await asUser(running, await anAdmin(running));
    });
    afterAll(() => running?.stop());
    afterEach(() => vi.restoreAllMocks());

    const table = async () => ({
      users: await running.database.queries.selectFrom("users").selectAll().orderBy("id").execute(),
      tokens: await running.database.queries.selectFrom("tokens").selectAll().orderBy("id").execute(),
      sessions: await running.database.queries
        .selectFrom("sessions")
        .select(["user_id", "id_hash"])
        .orderBy("id_hash")
        .execute(),
      passkeys: await running.database.queries.selectFrom("passkeys").select("user_id").execute(),
      entries: await running.database.queries.selectFrom("ledger_entries").select("id").execute(),
    });

    const promote = (id: number) =>
      running.database.queries.updateTable("users").set({ role: 10 }).where("id", "=", id).execute();

    beforeEach(async () => {
      const user = await aUser(running, { quota: 1000 });
      await asUser(running, user);
      await running.database.queries
        .insertInto("passkeys")
        .values({
          user_id: user.id,
          credential_id: `credential-${user.id}`,
          public_key: "",
          counter: 0,
          transports: "[]",
          backed_up: 0,
          alias: "",
          created_time: 0,
          last_used_time: 0,
        })
        .execute();
      target = { id: user.id, username: user.username, tokenId: (await aToken(running, user.id)).id };
    });

    type Act = (client: Client, user: typeof target) => Promise<Answer<unknown>>;
    const acts: [string, Act][] = [
      ["sets a password", (who, { id }) => who.put("/api/user/", { id, password: "a new password" })],
      ["changes fields", (who, { id }) => who.put("/api/user/", { id, display_name: "renamed" })],
      ["disables", (who, { id }) => who.post("/api/user/manage", { id, action: "disable" })],
      ["deletes", (who, { id }) => who.delete(`/api/user/${id}`)],
      ["ends sessions", (who, { id }) => who.post(`/api/user/${id}/end_sessions`)],
      ["resets two-factor authentication", (who, { id }) => who.post(`/api/user/${id}/reset_second_factor`)],
      ["gives quota", (who, { id }) => who.post(`/api/user/quota/${id}`, { quota: 500 })],
      ["takes quota", (who, { id }) => who.post(`/api/user/quota/${id}`, { quota: -500 })],
      ["disables a token", (who, { tokenId: id }) => who.put("/api/token/admin", { id, status: 2 })],
      ["deletes a token", (who, { tokenId }) => who.delete(`/api/token/admin/${tokenId}`)],
    ];

    it.each(acts)("%s", async (_what, act) => {
      let before: unknown;
      beforeNextWrite(running, async () => {
        await promote(target.id);
        before = await table();
      });
      const rejected = await act(admin, target);
      expect(["user.role_too_low", "token.not_found"]).toContain(rejected.code);
      expect(await table()).toEqual(before);
      expect((await act(root, target)).status).toBe(200);
    });

    it("disables, deletes or regroups several", async () => {
      for (const edit of [
        { action: "disable" },
        { action: "delete" },
        { action: "set_group", group: "vip" },
      ]) {
        const { id } = await aUser(running);
        let before: unknown;
        beforeNextWrite(running, async () => {
          await promote(id);
          before = await table();
        });
        const { data } = await admin.post<{ results: object[] }>("/api/user/bulk", { ids: [id], ...edit });
        expect(data.results).toMatchObject([{ id, success: false, code: "user.role_too_low" }]);
        expect(await table()).toEqual(before);
      }
    });
  });
});
