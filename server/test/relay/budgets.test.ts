import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { callRealtime } from "../support/realtime-caller.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

const postgresUrl = await postgresOrSkip();
const databases: { name: string; location: DatabaseLocation | undefined; there: boolean }[] = [
  { name: "SQLite", location: undefined, there: true },
  {
    name: "PostgreSQL",
    location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl },
    there: postgresUrl !== null,
  },
];
const upstream: FakeUpstream = await startFakeUpstream();
afterAll(() => upstream.stop());

const body = { model: "test-model", max_tokens: 100, messages: [{ role: "user", content: "Hi" }] };
/** Half a token per byte, and the output limit. */
const reserved = Math.ceil(Buffer.byteLength(JSON.stringify(body)) / 2) + 100;
const usage = { prompt_tokens: reserved - 100, completion_tokens: 100, total_tokens: reserved };
const resets = /It resets at \d{4}-\d\d-\d\d 00:00 UTC\./;

interface Rejected {
  error: { code: string; type: string; message: string };
}

for (const { name, location, there } of databases) {
  describe.skipIf(!there)(`a budget, on ${name},`, () => {
    let running: RunningApp;
    beforeAll(async () => {
      running = await startApp(location);
      await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
      await running.aChannel({ base_url: upstream.url });
      await running.setBalance(10_000_000);
    });
    afterAll(() => running.stop());
    beforeEach(() => upstream.answer(jsonAnswer(chatAnswer({ usage }))));

    const shown = (id: number) =>
      running.api<{ budget_used: number; budget_resets_at: number }>("GET", `/api/token/${id}`);

    it("covers no more of 200 parallel calls than its amount, and the error names it and its reset time", async () => {
      const { id, key } = await running.aToken({ budget_period: "week", budget_quota: reserved * 10 });
      const answers = await Promise.all(Array.from({ length: 200 }, () => running.call(key, body)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
      const rejected = answers.find(({ status }) => status !== 200) as Response;
      expect(rejected.status).toBe(402);
      const { error } = (await rejected.json()) as Rejected;
      expect(error).toMatchObject({ code: "token_budget_exceeded", type: "insufficient_quota" });
      expect(error.message).toMatch(
        /^The weekly budget of the API key \(\$\d\.\d+\) (does not cover|is used up)/,
      );
      expect(error.message).toMatch(resets);
      await running.books();
      await vi.waitFor(async () => expect((await shown(id)).budget_used).toBe(reserved * 10));
      // Known to be used up: rejected before the body is read, in each format's shape.
      const spent = await running.call(key, { ...body, model: "unknown" });
      expect(((await spent.json()) as Rejected).error.message).toMatch(/is used up\. It resets at/);
      const messages = await running.call(key, body, { path: "/v1/messages" });
      expect([messages.status, await messages.json()]).toMatchObject([402, { type: "error" }]);
      await running.api("PUT", "/api/token/", { id, budget_quota: reserved * 11 });
      expect((await running.call(key, body)).status).toBe(200);
      await running.api("PUT", "/api/token/", { id, budget_period: "none" });
      expect((await running.call(key, body)).status).toBe(200);
      expect(await shown(id)).toMatchObject({ budget_used: 0, budget_resets_at: 0 });
    });

    it("of a user applies to all of its tokens, and a call without an output limit gets the covered one", async () => {
      const { id, key } = await anotherUser(running, 10_000_000);
      await running.api("PUT", "/api/user/", { id, budget_period: "day", budget_quota: 2000 });
      const { max_tokens: _, ...open } = body;
      const limited = await running.call(key, open);
      expect(limited.status).toBe(200);
      expect(Number(limited.headers.get("x-tollgate-max-output"))).toBeLessThan(2000);
      await limited.text();
      const rejected = await running.call(key, { ...body, max_tokens: 5000 });
      const { error } = (await rejected.json()) as Rejected;
      expect(error.code).toBe("user_budget_exceeded");
      expect(error.message).toMatch(
        /^The daily budget of the account .* It resets at .* An output limit of \d+ tokens/,
      );
    });

    it("counts a vendor's own call, and realtime responses", async () => {
      const model = "recraft_vectorize";
      await running.aChannel({ type: 51, models: [model], base_url: upstream.url });
      const { id, key } = await running.aToken({ budget_period: "month", budget_quota: 9_000 });
      upstream.answer(jsonAnswer({ image: { url: "https://img.recraft.test/1" } }));
      const call = () => running.call(key, {}, { path: "/recraftAI/v1/images/vectorize" });
      expect((await call()).status).toBe(200);
      const rejected = await call();
      expect([rejected.status, ((await rejected.json()) as Rejected).error.code]).toEqual([
        402,
        "token_budget_exceeded",
      ]);
      await running.books();
      await vi.waitFor(async () => expect((await shown(id)).budget_used).toBe(5000));

      const realtime = await startFakeRealtime();
      realtime.onSocket((socket) => {
        let answers = 0;
        socket.send(JSON.stringify({ type: "session.created", session: { id: "sess_1" } }));
        socket.on("message", () => {
          answers += 1;
          socket.send(JSON.stringify({ type: "response.created", response: { id: `resp_${answers}` } }));
        });
      });
      try {
        await running.aPrice({
          model: "test-realtime",
          type: "tokens",
          channel_type: 1,
          input: 2,
          output: 4,
        });
        await running.aChannel({ base_url: realtime.url, models: ["test-realtime"] });
        await expect(callRealtime(running.url, key, "test-realtime")).rejects.toThrow("402");
        // One response reserves 20,000, and 5,000 are spent.
        await running.api("PUT", "/api/token/", { id, budget_quota: 30_000 });
        const caller = await callRealtime(running.url, key, "test-realtime");
        const response = { conversation: "none", input: [] };
        for (let i = 0; i < 3; i++) caller.send({ type: "response.create", response });
        const { error } = await caller.until("error");
        expect(error?.code).toBe("token_budget_exceeded");
        expect(error?.message).toMatch(resets);
      } finally {
        await realtime.stop();
      }
    });
  });
}

describe("a budget that is used up, in a group that also has a free model,", () => {
  it("applies to a channel that estimates nothing, and allows free models", async () => {
    const running = await startApp();
    try {
      const price = { type: "tokens", channel_type: 1 } as const;
      await running.aPrice({ ...price, model: "test-model", input: 1, output: 1 });
      await running.aPrice({ ...price, model: "free-model", input: 0, output: 0 });
      await running.aChannel({
        base_url: upstream.url,
        models: ["test-model", "free-model"],
        pre_cost: 3,
      });
      await running.setBalance(10_000_000);
      const { id, key } = await running.aToken({ budget_period: "day", budget_quota: reserved });
      upstream.answer(jsonAnswer(chatAnswer({ usage })));
      expect((await running.call(key, body)).status).toBe(200);
      await running.books();
      await vi.waitFor(async () => expect((await running.call(key, body)).status).toBe(402));
      const { budget_used: used } = await running.api<{ budget_used: number }>("GET", `/api/token/${id}`);
      for (let call = 0; call < 5; call++) expect((await running.call(key, body)).status).toBe(402);
      expect((await running.call(key, { ...body, model: "free-model" })).status).toBe(200);
      await running.books();
      expect(await running.api("GET", `/api/token/${id}`)).toMatchObject({ budget_used: used });
    } finally {
      await running.stop();
    }
  });
});

describe("a key that was rotated", () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
    await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
    await running.aChannel({ base_url: upstream.url });
  });
  afterAll(() => running.stop());

  const rotate = (id: number, grace_minutes: number) =>
    running.api<{ key: string; old_key_expires: number }>("POST", `/api/token/${id}/rotate`, {
      grace_minutes,
    });
  const statusOf = async (key: string): Promise<number> => {
    const answer = await running.call(key, body);
    await answer.text();
    return answer.status;
  };

  it("works together with the new one until its grace period ends, for the same token; then it is unknown", async () => {
    upstream.answer(jsonAnswer(chatAnswer({ usage })));
    const { id, key } = await running.aToken();
    expect(await statusOf(key)).toBe(200);
    const rotated = await rotate(id, 10);
    expect(rotated.key).not.toBe(key);
    expect([await statusOf(key), await statusOf(rotated.key)]).toEqual([200, 200]);
    await running.books();
    const rows = await running.app.database.queries.selectFrom("logs").select("token_id").execute();
    expect(rows.map((row) => row.token_id)).toEqual([id, id, id]);
    const now = vi.spyOn(Date, "now").mockReturnValue(rotated.old_key_expires * 1000);
    expect([await statusOf(key), await statusOf(rotated.key)]).toEqual([401, 200]);
    now.mockRestore();
    // A second rotation ends the key of the first one.
    const again = await rotate(id, 10);
    expect([await statusOf(key), await statusOf(rotated.key), await statusOf(again.key)]).toEqual([
      401, 200, 200,
    ]);
    const last = await rotate(id, 0);
    expect([await statusOf(again.key), await statusOf(rotated.key), await statusOf(last.key)]).toEqual([
      401, 401, 200,
    ]);
  });

  it("is replaced once by two concurrent rotations", async () => {
    const { id } = await running.aToken();
    const answers = await Promise.allSettled([rotate(id, 5), rotate(id, 5), rotate(id, 5)]);
    const done = answers.filter((answer) => answer.status === "fulfilled");
    const failed = answers.filter((answer) => answer.status === "rejected");
    expect(done.length).toBeGreaterThan(0);
    for (const { reason } of failed) expect(String(reason)).toContain("token.key_changed");
    const { key } = await running.api<{ key: string }>("GET", `/api/token/${id}/key`);
    expect(done.map(({ value }) => value.key)).toContain(key);
  });
});
