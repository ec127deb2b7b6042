import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
let channelId: number;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

/** One channel; earlier ones are removed, so that cooldowns of one test do not affect the next. */
async function onlyChannel(form: Parameters<RunningApp["aChannel"]>[0] = {}): Promise<number> {
  const list = await running.api<{ data: { id: number }[] }>("GET", "/api/channel/?size=100");
  for (const channel of list.data) await running.api("DELETE", `/api/channel/${channel.id}`);
  return (await running.aChannel({ base_url: upstream.url, ...form })).id;
}

beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
  channelId = await onlyChannel();
});

const requestBody = (stream: boolean) => ({
  model: "test-model",
  stream,
  messages: [{ role: "user", content: "Say hello" }],
});

describe("retries", () => {
  it("tries another channel before the first byte and shows the trail", async () => {
    const other = await startFakeUpstream();
    try {
      await onlyChannel({ name: "broken", priority: 5 });
      await running.aChannel({ name: "healthy", base_url: other.url });
      upstream.answer(jsonAnswer({ error: { message: "internal" } }, 500));
      const before = await running.books();
      const response = await running.call(key, requestBody(false));
      expect(response.status).toBe(200);
      expect(response.headers.get("x-tollgate-attempts")).toBe("2");
      const after = await running.books();
      expect(before.balance - after.balance).toBe(39);
      expect(after.logs).toHaveLength(1);
      expect(after.logs[0]?.metadata.attempts).toMatchObject([
        { channel_name: "broken", status: 500, reason: "server" },
        { channel_name: "healthy", status: 200, reason: "" },
      ]);
    } finally {
      await other.stop();
    }
  });

  it("does not retry the caller's own mistake", async () => {
    await running.aChannel({ name: "second", base_url: upstream.url });
    upstream.answer(jsonAnswer({ error: { message: "bad" } }, 400));
    expect((await running.call(key, requestBody(false))).status).toBe(400);
    expect(upstream.seen).toHaveLength(1);
  });

  it("disables a channel when the upstream rejects its key, and records why", async () => {
    upstream.answer(
      jsonAnswer({ error: { message: "Incorrect API key provided", code: "invalid_api_key" } }, 401),
    );
    await running.call(key, requestBody(false));
    await expect
      .poll(async () => running.api("GET", `/api/channel/${channelId}`))
      .toMatchObject({ status: 3, status_reason: expect.stringContaining("Incorrect API key") as string });
  });

  it("keeps a channel enabled after a rate limit", async () => {
    upstream.answer(jsonAnswer({ error: { message: "slow down" } }, 429));
    for (let i = 0; i < 5; i++) await running.call(key, requestBody(false));
    expect(await running.api("GET", `/api/channel/${channelId}`)).toMatchObject({ status: 1 });
  });

  it("skips a channel after three consecutive failures, not after two, and returns to it", async () => {
    const other = await startFakeUpstream();
    try {
      const broken = await onlyChannel({ name: "broken", priority: 5 });
      await running.aChannel({ name: "healthy", base_url: other.url });
      const failure = jsonAnswer({ error: { message: "internal" } }, 500);
      // Each call is its own conversation, since the same one would stay at its channel.
      const served = async (text: string): Promise<number[]> => {
        const body = { model: "test-model", messages: [{ role: "user", content: text }] };
        expect((await running.call(key, body)).status).toBe(200);
        const { logs } = await running.books();
        return (logs.at(-1)?.metadata.attempts ?? []).map(({ channel_id: id }) => id - broken);
      };
      upstream.answer(failure, failure, jsonAnswer(chatAnswer()), failure);
      expect(await served("one")).toEqual([0, 1]);
      expect(await served("two")).toEqual([0, 1]);
      expect(await served("a success in between")).toEqual([0]);
      for (const content of ["three", "four", "five"]) expect(await served(content)).toEqual([0, 1]);
      expect(await served("six")).toEqual([1]);
    } finally {
      await other.stop();
    }
  });
});
