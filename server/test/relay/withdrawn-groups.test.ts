import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** A token loses a group when its owner does: every call checks it. */
const postgresUrl = await postgresOrSkip();
const databases: { name: string; location: DatabaseLocation | undefined; there: boolean }[] = [
  { name: "SQLite", location: undefined, there: true },
  {
    name: "PostgreSQL",
    location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl },
    there: postgresUrl !== null,
  },
];

interface Group {
  id: number;
  symbol: string;
}

for (const { name, location, there } of databases) {
  describe.skipIf(!there)(`a group that a token's owner has lost, on ${name}`, () => {
    let running: RunningApp;
    let upstream: FakeUpstream;
    let speech: FakeRealtime;
    let vip: Group;
    let owner: { id: number; key: string };

    beforeAll(async () => {
      upstream = await startFakeUpstream();
      speech = await startFakeRealtime();
      running = await startApp(location);
      for (const model of ["plain-model", "calm-model", "vip-model", "vip-speech"])
        await running.aPrice({ model, type: "tokens", channel_type: 1, input: 1, output: 1 });
      await running.aChannel({ base_url: upstream.url, models: ["plain-model"], group: ["default"] });
      // The first group's channel does not stream this one.
      const calm = { base_url: upstream.url, models: ["calm-model"] };
      await running.aChannel({ ...calm, group: ["default"], disabled_stream: ["calm-model"] });
      await running.aChannel({ ...calm, group: ["vip"] });
      await running.aChannel({ base_url: upstream.url, models: ["vip-model"], group: ["vip"] });
      await running.aChannel({ base_url: speech.url, models: ["vip-speech"], group: ["vip"] });
      upstream.answer(jsonAnswer(chatAnswer()));
      speech.onSocket((socket) => socket.send(JSON.stringify({ type: "session.created", session: {} })));
    });
    afterAll(async () => {
      await running?.stop();
      await upstream?.stop();
      await speech?.stop();
    });
    beforeEach(async () => {
      const { queries } = running.app.database;
      await queries.deleteFrom("user_groups").where("symbol", "=", "vip").execute();
      vip = await running.api("POST", "/api/user_group/", { ...terms, symbol: "vip" });
      owner = await anotherUser(running);
      await useGroups({ group: "vip" });
    });

    const terms = { name: "VIP", ratio: 2, api_rate: 1000, public: true };

    /** The groups that the owner chose while both were available. */
    async function useGroups(groups: { group?: string; backup_group?: string }): Promise<void> {
      await running.app.database.queries
        .updateTable("tokens")
        .set(groups)
        .where("user_id", "=", owner.id)
        .execute();
      // Any change of a caller makes every process load tokens again.
      await running.api("PUT", "/api/user/", { id: owner.id, display_name: `Owner ${++renamed}` });
    }
    let renamed = 0;

    const send = (model: string) =>
      running.call(owner.key, { model, messages: [{ role: "user", content: "hi" }] });
    const models = () =>
      fetch(`${running.url}/v1/models`, { headers: { authorization: `Bearer ${owner.key}` } });

    const withdrawals: { how: string; withdraw: () => Promise<unknown> }[] = [
      {
        how: "is no longer public",
        withdraw: () => running.api("PUT", "/api/user_group/", { ...terms, id: vip.id, public: false }),
      },
      { how: "is disabled", withdraw: () => running.api("PUT", `/api/user_group/enable/${vip.id}`) },
      {
        how: "is deleted",
        async withdraw() {
          // The console rejects this while a token names the group; a token may be created at the same moment.
          const { queries } = running.app.database;
          await queries.deleteFrom("user_groups").where("id", "=", vip.id).execute();
          const list = await running.api<{ data: Group[] }>("GET", "/api/user_group/?size=100");
          const other = list.data.find(({ symbol }) => symbol === "default");
          await running.api("PUT", "/api/user_group/", { ...other, public: true });
        },
      },
      {
        how: "was the group of a user who is moved to another",
        async withdraw() {
          await running.api("PUT", "/api/user_group/", { ...terms, id: vip.id, public: false });
          await running.api("PUT", "/api/user/", { id: owner.id, group: "vip" });
          expect((await send("vip-model")).status).toBe(200);
          await running.api("PUT", "/api/user/", { id: owner.id, group: "default" });
        },
      },
    ];

    it.each(withdrawals)("rejects the next call and lists no models when it $how", async ({ withdraw }) => {
      expect((await send("vip-model")).status).toBe(200);
      expect(await (await models()).text()).toContain("vip-model");
      await withdraw();
      const requests = upstream.seen.length;
      await running.books();
      const before = await running.app.ledger.balanceOf(owner.id);
      const rejected = await send("vip-model");
      expect(rejected.status).toBe(403);
      const { error } = (await rejected.json()) as { error: { code: string; message: string } };
      expect(error.code).toBe("group_not_available");
      expect(error.message).toMatch(/The group vip .* Choose another group/);
      expect((await models()).status).toBe(403);
      expect(upstream.seen).toHaveLength(requests);
      await running.books();
      expect(await running.app.ledger.balanceOf(owner.id)).toBe(before);
    });

    it.each(withdrawals)("ends a realtime session when it $how", async ({ withdraw }) => {
      const address = `${running.url.replace("http", "ws")}/v1/realtime?model=vip-speech`;
      const headers = { authorization: `Bearer ${owner.key}` };
      const socket = new WebSocket(address, ["realtime"], { headers });
      const closed = new Promise<[number, string]>((resolve) =>
        socket.on("close", (code, reason) => resolve([code, reason.toString()])),
      );
      await new Promise((resolve, reject) => socket.once("message", resolve).once("error", reject));
      await withdraw();
      expect(await closed).toEqual([1008, "The group vip of this session is no longer available."]);
    });

    it.each(withdrawals)("is not used as a backup when it $how", async ({ withdraw }) => {
      await useGroups({ group: "", backup_group: "vip" });
      expect((await send("vip-model")).status).toBe(200);
      await withdraw();
      const requests = upstream.seen.length;
      expect((await send("vip-model")).status).toBe(404);
      expect(upstream.seen).toHaveLength(requests);
      expect((await send("plain-model")).status).toBe(200);
    });

    it("is no backup either when the first group's channels do not support the call", async () => {
      await useGroups({ group: "", backup_group: "vip" });
      const stream = { model: "calm-model", stream: true, messages: [{ role: "user", content: "hi" }] };
      const requests = upstream.seen.length;
      await (await running.call(owner.key, stream)).text();
      expect(upstream.seen).toHaveLength(requests + 1);
      await running.api("PUT", "/api/user_group/", { ...terms, id: vip.id, public: false });
      expect((await running.call(owner.key, stream)).status).toBe(503);
      expect(upstream.seen).toHaveLength(requests + 1);
    });
  });
}
