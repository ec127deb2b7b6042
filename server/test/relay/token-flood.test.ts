import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCallerLookup } from "../../src/relay-adapters/caller-lookup.ts";
import { type ChangeNotice, createChangeNotice } from "../../src/snapshot/change-notice.ts";
import type { Caller, CallerLookup } from "../../src/relay/ports.ts";
import { asRoot, asUser, type Client } from "../support/as-user.ts";
import { aToken, aUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { postgresOrSkip } from "../support/postgres.ts";

const url = await postgresOrSkip();

interface Process {
  notice: ChangeNotice;
  lookup: CallerLookup;
}

describe.each([
  ["SQLite", false],
  ["PostgreSQL", true],
] as const)("a user that creates tokens in a loop, on %s,", (_name, postgres) => {
  describe.skipIf(postgres && url === null)("with two more processes", () => {
    let running: ControlApp;
    let here: Process;
    let elsewhere: Process;
    beforeAll(async () => {
      running = await startControlApp(postgres ? { location: { kind: "postgres", url: url ?? "" } } : {});
      here = await aProcess();
      elsewhere = await aProcess();
    });
    afterAll(async () => {
      here.notice.stop();
      elsewhere.notice.stop();
      await running.stop();
    });

    async function aProcess(): Promise<Process> {
      const { database, secretBox } = running;
      const fail = (error: unknown): never => {
        throw error;
      };
      const notice = await createChangeNotice(database, fail);
      return {
        notice,
        lookup: createCallerLookup({
          now: () => 0,
          steadyNow: () => performance.now(),
          database,
          secretBox,
          notice,
        }),
      };
    }

    async function someone(): Promise<{ client: Client; key: string; tokenId: number; userId: number }> {
      const user = await aUser(running);
      const { id: tokenId, key } = await aToken(running, user.id);
      return { client: await asUser(running, user), key, tokenId, userId: user.id };
    }

    /** The cached callers of the key in both processes. */
    async function know(key: string): Promise<Caller[]> {
      const callers: Caller[] = [];
      for (const { lookup } of [here, elsewhere]) {
        await lookup.find(key);
        const known = lookup.find(key);
        if (known === undefined || known instanceof Promise) throw new Error("the caller is not kept");
        callers.push(known);
      }
      return callers;
    }

    /** The processes that still have the earlier cached caller. */
    const kept = async (key: string, before: Caller[]) =>
      [await here.lookup.find(key), await elsewhere.lookup.find(key)].map(
        (caller, index) => caller === before[index],
      );

    it.each<[string, (client: Client, id: number) => Promise<unknown>]>([
      ["creates", (client) => client.post("/api/token/", { name: "again", remain_quota: 5 })],
      ["changes", (client, id) => client.put("/api/token/", { id, name: "new", remain_quota: 7 })],
      ["disables", (client, id) => client.put(`/api/token/${id}`, { status: 2 })],
      ["deletes", (client, id) => client.delete(`/api/token/${id}`)],
      ["deletes several", (client, id) => client.post("/api/token/batch", { ids: [id], action: "delete" })],
    ])("%s tokens: every process drops that user's callers only", async (_what, act) => {
      const [owner, other] = [await someone(), await someone()];
      const [owners, others] = [await know(owner.key), await know(other.key)];
      for (let again = 0; again < 3; again += 1) await act(owner.client, owner.tokenId);
      await vi.waitFor(async () => expect(await kept(owner.key, owners)).toEqual([false, false]));
      expect(await kept(other.key, others)).toEqual([true, true]);
    });

    it("and a user that an administrator disables, and a user whose token is deleted", async () => {
      const root = await asRoot(running);
      const [owner, user, other] = [await someone(), await someone(), await someone()];
      const before = [await know(owner.key), await know(user.key), await know(other.key)] as const;
      await root.delete(`/api/token/admin/${owner.tokenId}`);
      await root.post("/api/user/manage", { id: user.userId, action: "disable" });
      await vi.waitFor(async () => {
        expect(await kept(owner.key, before[0])).toEqual([false, false]);
        expect(await kept(user.key, before[1])).toEqual([false, false]);
      });
      expect(await kept(other.key, before[2])).toEqual([true, true]);
    });

    it("a process that was away for too long drops everything, as does a change that names no user", async () => {
      const [one, two] = [await someone(), await someone()];
      let before = await know(one.key);
      await here.notice.announce("callers");
      await vi.waitFor(async () => expect(await kept(one.key, before)).toEqual([false, false]));
      before = await know(one.key);
      const many = Array.from({ length: 1100 }, () => two.userId);
      await here.notice.announce("callers", many);
      await vi.waitFor(async () => expect((await kept(one.key, before))[1]).toBe(false));
      const { count } = await running.database.queries
        .selectFrom("caller_changes")
        .select((b) => b.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      expect(count).toBe(1000);
    });

    it("a query before a change of the user with a result after it is not cached", async () => {
      const { key, tokenId, userId } = await someone();
      const requested = here.lookup.find(key);
      await running.database.queries
        .updateTable("tokens")
        .set({ status: 2 })
        .where("id", "=", tokenId)
        .execute();
      await here.notice.announce("callers", [userId]);
      await requested;
      expect((await here.lookup.find(key))?.tokenStatus).toBe(2);
    });
  });
});
