import type { DashboardRow } from "@tollgate/contract/dashboard";
import type { LogPage, LogStat } from "@tollgate/contract/logs";
import type { User } from "@tollgate/contract/user";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

const postgres = await postgresOrSkip();
const databases = [
  { name: "SQLite", location: undefined },
  { name: "PostgreSQL", location: postgres === null ? null : ({ kind: "postgres", url: postgres } as const) },
];

for (const { name, location } of databases) {
  describe.skipIf(location === null)(`the number of requests on ${name}`, () => {
    let running: RunningApp;
    let upstream: FakeUpstream;
    beforeAll(async () => {
      upstream = await startFakeUpstream();
      running = await startApp(location ?? undefined);
      await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
      await running.aChannel({ base_url: upstream.url, models: ["test-model", "unpriced"] });
      await running.setBalance(1_000_000);
    });
    afterAll(async () => {
      await running?.stop();
      await upstream?.stop();
    });

    const requestBody = (model: string) => ({ model, messages: [{ role: "user", content: "Hi" }] });
    const codeOf = async (answer: Promise<Response>) =>
      ((await (await answer).json()) as { error: { code: string } }).error.code;

    /** The number of requests in each place: the user, the dashboard, the sums by roll-up and the sums by row. */
    async function counts() {
      await running.books();
      const now = Math.floor(Date.now() / 1000);
      const rows = `start_timestamp=${now - 600}&end_timestamp=${now + 600}`;
      const [self, dashboard, rolledUp, byRow, byToken] = await Promise.all([
        running.api<User>("GET", "/api/user/self"),
        running.api<DashboardRow[]>("GET", "/api/user/dashboard"),
        running.api<LogStat>("GET", "/api/log/stat"),
        running.api<LogStat>("GET", `/api/log/stat?${rows}&username=root`),
        running.api<LogStat>("GET", `/api/log/self/stat?${rows}`),
      ]);
      return {
        user: self.request_count,
        dashboard: dashboard.reduce((sum, day) => sum + day.RequestCount, 0),
        rolledUp: rolledUp.request_count,
        byRow: byRow.request_count,
        byToken: byToken.request_count,
      };
    }
    const all = (count: number) => ({
      user: count,
      dashboard: count,
      rolledUp: count,
      byRow: count,
      byToken: count,
    });

    it("is the same everywhere: successful, failed, and rejected for model, price, limit, balance or an invalid body", async () => {
      const { key } = await running.aToken({ name: "counted" });
      const limited = await running.aToken({ name: "limited", requests_per_minute: 1 });
      upstream.answer(jsonAnswer(chatAnswer()));
      expect((await running.call(key, requestBody("test-model"))).status).toBe(200);
      expect((await running.call(limited.key, requestBody("test-model"))).status).toBe(200);
      upstream.answer(jsonAnswer({ error: { message: "no" } }, 400));
      expect((await running.call(key, requestBody("test-model"))).status).toBe(400);
      expect(await counts()).toEqual(all(3));

      expect(await codeOf(running.call(key, requestBody("unknown-model")))).toBe("model_not_found");
      expect(await codeOf(running.call(key, requestBody("unpriced")))).toBe("model_price_missing");
      expect(await codeOf(running.call(limited.key, requestBody("test-model")))).toBe("rate_limit_exceeded");
      expect(await codeOf(running.call(key, "{"))).toBe("malformed_json");
      await running.setBalance(0);
      expect(await codeOf(running.call(key, requestBody("test-model")))).toBe("insufficient_user_quota");
      await running.setBalance(1_000_000);
      expect(await counts()).toEqual(all(8));

      const closed = await running.aToken({ name: "closed" });
      await running.api("PUT", `/api/token/${closed.id}`, { status: 2 });
      expect(await codeOf(running.call(closed.key, requestBody("test-model")))).toBe("token_disabled");
      expect(await counts()).toEqual(all(9));
    });

    it("excludes calls without a valid key, and lists of models", async () => {
      const before = await counts();
      const { key } = await running.aToken();
      expect((await running.call("sk-unknown", requestBody("test-model"))).status).toBe(401);
      expect(
        (await fetch(`${running.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status,
      ).toBe(200);
      expect(await counts()).toEqual(before);
    });

    it("includes a flood of rejected calls, which fills a few rows of the log and no row per name", async () => {
      const before = await counts();
      const { key } = await running.aToken({ name: "flood" });
      for (let round = 0; round < 10; round++)
        await Promise.all(
          Array.from({ length: 40 }, (_, call) =>
            running.call(key, requestBody(call < 20 ? "same" : `${round}-${call}`)),
          ),
        );
      expect(await counts()).toEqual(all(before.user + 400));
      const { queries } = running.app.database;
      const rows = await queries
        .selectFrom("logs")
        .select("metadata")
        .where("token_name", "=", "flood")
        .execute();
      expect(rows.length).toBeLessThan(60);
      const models = await queries.selectFrom("usage_hourly").select("model_name").distinct().execute();
      expect(models.map((row) => row.model_name).sort()).toEqual(["", "test-model"]);
    });

    it("includes the reason of a rejected call, and the requested model", async () => {
      const page = await running.api<LogPage>("GET", "/api/log/self?token_name=counted&size=100");
      const rejected = page.data.filter((row) => row.metadata.refused_reason !== undefined);
      expect(
        rejected.map(({ metadata: { refused_reason: why, requested_model: model } }) => [why, model]),
      ).toEqual(
        expect.arrayContaining([
          ["model_not_found", "unknown-model"],
          ["model_price_missing", "unpriced"],
          ["insufficient_user_quota", "test-model"],
          ["malformed_json", undefined],
        ]),
      );
      expect(rejected.every((row) => row.quota === 0 && row.metadata.end_reason === "refused")).toBe(true);
      expect(rejected.find((row) => row.metadata.requested_model === "unpriced")?.content).toContain(
        "unpriced",
      );
    });
  });
}
