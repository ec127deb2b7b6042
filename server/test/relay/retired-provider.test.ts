import { afterAll, beforeAll, expect, it } from "vitest";
import { type FakeUpstream, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "chat-bison", type: "tokens", channel_type: 11, input: 2, output: 3 });
  await running.aChannel({
    type: 11,
    models: ["chat-bison"],
    key: "google-key-0123456789",
    base_url: upstream.url,
  });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

it("fails a call through a channel of a retired provider with a message that names the current one", async () => {
  for (const stream of [false, true]) {
    const answer = await fetch(`${running.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "chat-bison", stream, messages: [{ role: "user", content: "Hi" }] }),
    });
    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as { error: { message: string } };
    expect(error.message).toContain("Google shut down the PaLM API. Use a Google Gemini channel instead.");
  }
  expect(upstream.seen).toEqual([]);
});
