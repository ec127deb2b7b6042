import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

const postgresUrl = await postgresOrSkip();
const upstream: FakeUpstream = await startFakeUpstream();
afterAll(() => upstream.stop());

const databases: { name: string; location: DatabaseLocation | undefined; there: boolean }[] = [
  { name: "SQLite", location: undefined, there: true },
  {
    name: "PostgreSQL",
    location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl },
    there: postgresUrl !== null,
  },
];

/** Reserved for one call: half the body bytes, at multiplier 1, and its output limit of 100 tokens. */
const body = { model: "test-model", max_tokens: 100, messages: [{ role: "user", content: "x".repeat(500) }] };

for (const { name, location, there } of databases) {
  describe.skipIf(!there)(`200 parallel calls with balance for ten, on ${name}`, () => {
    let running: RunningApp;
    afterEach(() => running.stop());

    it("serves what the balance covers, never overdraws, and the ledger entries sum to the balance", async () => {
      running = await startApp(location);
      await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
      await running.aChannel({ base_url: upstream.url });
      const { key } = await running.aToken();
      const groups = await running.api<{ data: { symbol: string }[] }>("GET", "/api/user_group/");
      const group = groups.data.find((entry) => entry.symbol === "default");
      await running.api("PUT", "/api/user_group/", { ...group, api_rate: 100_000 });
      const reserved = Math.ceil(Buffer.byteLength(JSON.stringify(body)) / 2) + 100;
      const usage = { prompt_tokens: reserved - 100, completion_tokens: 100, total_tokens: reserved };
      upstream.answer(jsonAnswer(chatAnswer({ usage })));
      await running.setBalance(reserved * 10);

      const answers = await Promise.all(Array.from({ length: 200 }, () => running.call(key, body)));
      const served = answers.filter((answer) => answer.status === 200).length;
      expect(served).toBe(10);
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 402]));
      const books = await running.books();
      expect(books.balance).toBe(0);
      expect(books.entries).toBe(0);
      expect(books.usedQuota).toBe(reserved * 10);
      expect(books.logs.reduce((sum, log) => sum + log.quota, 0)).toBe(reserved * 10);
    });
  });
}
