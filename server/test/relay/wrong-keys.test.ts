import { afterAll, beforeAll, expect, it } from "vitest";
import { type FakeUpstream, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Keys of one kind are invalid for the other. */
let running: RunningApp;
let upstream: FakeUpstream;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aChannel({ base_url: upstream.url });
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const body = { model: "test-model", messages: [{ role: "user", content: "Say hello" }] };

it("the access token of the console API calls no model", async () => {
  const accessToken = await running.api<string>("GET", "/api/user/token");
  for (const key of [accessToken, `sk-${accessToken}`])
    expect((await running.call(key, body)).status).toBe(401);
  expect(upstream.seen).toEqual([]);
});

it("a relay key is invalid for the console API", async () => {
  const { key } = await running.aToken();
  for (const authorization of [key, `Bearer ${key}`]) {
    const answer = await fetch(`${running.url}/api/user/self`, { headers: { authorization } });
    expect(answer.status).toBe(401);
  }
});

it("only administrators choose a channel by their key", async () => {
  const { key } = await anotherUser(running);
  const { key: rootKey } = await running.aToken();
  const channels = await running.api<{ data: { id: number }[] }>("GET", "/api/channel/");
  const suffix = `#${channels.data[0]?.id}`;
  expect((await running.call(key + suffix, body)).status).toBe(403);
  expect((await running.call(rootKey + suffix, body)).status).toBe(200);
});
