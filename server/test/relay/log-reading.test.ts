import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FakeUpstream, jsonAnswer, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Slow queries of the logs, and calls that run concurrently. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ base_url: upstream.url });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

it("serves a call while a slow log query runs, and while others wait for it", async () => {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const choice = { index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" };
  upstream.answer(
    jsonAnswer({ id: "c", object: "chat.completion", model: "test-model", choices: [choice], usage }),
  );
  const body = { model: "test-model", messages: [{ role: "user", content: "Hi" }] };
  // The first call of a process takes longer than those after it.
  expect((await running.call(key, body)).status).toBe(200);
  const ended: string[] = [];
  const as = async (name: string, work: Promise<unknown>): Promise<void> => {
    await work;
    ended.push(name);
  };

  // Many times as long as a call, on every machine.
  const slow = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select count(*) from n`;
  const reading = as("slow query", slow.execute(running.app.database.reads));
  const looking = [
    "/api/log/",
    "/api/log/self",
    "/api/log/stat",
    "/api/user/dashboard?offset=0",
    "/api/audit/",
  ].map((address) => as(address, running.api("GET", address)));
  await as("call", running.call(key, body));
  expect(ended).toEqual(["call"]);
  await Promise.all([reading, ...looking]);
  expect(ended.slice(0, 2)).toEqual(["call", "slow query"]);
  expect(ended).toHaveLength(7);
});
