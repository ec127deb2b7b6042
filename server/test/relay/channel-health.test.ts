import type { ChannelHealth, ChannelHealthList } from "@tollgate/contract/channel-health";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let broken: FakeUpstream;
let healthy: FakeUpstream;
let key: string;

beforeAll(async () => {
  broken = await startFakeUpstream();
  healthy = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await broken?.stop();
  await healthy?.stop();
});

const requestBody = (stream = false) => ({
  model: "test-model",
  stream,
  messages: [{ role: "user", content: "Say hello" }],
});

/** A call whose caller disconnects at the first frame. */
async function hangUpEarly(): Promise<void> {
  const abort = new AbortController();
  const response = await running.call(key, requestBody(true), { signal: abort.signal });
  await response.body?.getReader().read();
  abort.abort();
  await running.books();
}

describe("the health of channels", () => {
  it("counts every attempt, including a retried failure, but none that its caller cancelled", async () => {
    const first = await running.aChannel({ name: "broken", base_url: broken.url, priority: 5 });
    const second = await running.aChannel({ name: "healthy", base_url: healthy.url });
    broken.answer(
      jsonAnswer({ error: { message: "bad field" } }, 400),
      jsonAnswer({ error: { message: "slow down" } }, 429),
    );
    expect((await running.call(key, requestBody())).status).toBe(400);
    expect((await running.call(key, requestBody())).status).toBe(200);
    await running.api("PUT", `/api/channel/${first.id}`, { status: 2 });
    healthy.answer(streamAnswer(chatFrames(["one ", "two "]), { pace: 15 }));
    await (await running.call(key, requestBody(true))).text();
    await hangUpEarly();
    await running.app.attempts.flush();

    const path = `/api/channel/health?ids=${second.id},${first.id}`;
    const list = await running.api<ChannelHealthList>("GET", path);
    expect(list).toMatchObject({
      span: 300,
      count: 12,
      channels: [
        { id: second.id, spans: [{ successes: 2, first_token_count: 1, timeout: 0 }] },
        { id: first.id, spans: [{ successes: 0, rate_limit: 1, wrong_request: 1 }] },
      ],
    });
    const [streamed] = list.channels[0]?.spans ?? [];
    expect(streamed?.first_token_sum).toBeGreaterThan(0);
    expect(streamed?.response_sum).toBeGreaterThanOrEqual(streamed?.first_token_sum ?? 0);
    for (const range of ["6h", "48h", "30d"])
      expect(
        await running.api<ChannelHealth>("GET", `/api/channel/${second.id}/health?range=${range}`),
      ).toMatchObject({
        spans: [{ successes: 2 }],
        // The cancelled call also used tokens.
        usage: { spans: [{ request_count: 3, tokens: 3 * 17 }] },
      });
  });
});
