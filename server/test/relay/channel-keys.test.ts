import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
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

/** Keys in `dead` are rejected; all others succeed. */
const dead = new Set<string>();
const byKey: Answer = (response, request) => {
  const used = String(request.headers.authorization).slice("Bearer ".length);
  const answer = dead.has(used)
    ? jsonAnswer({ error: { message: `Incorrect API key ${used}`, code: "invalid_api_key" } }, 401)
    : jsonAnswer(chatAnswer());
  answer(response, request);
};
const keysUsed = () =>
  upstream.seen.map((seen) => String(seen.headers.authorization).slice("Bearer ".length));

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  channelId = (await running.aChannel({ base_url: upstream.url, key: "key-a\nkey-b\nkey-c" })).id;
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => {
  dead.clear();
  upstream.answer(byKey);
});

const send = (said: string) =>
  new OpenAI({ baseURL: `${running.url}/v1`, apiKey: key, maxRetries: 0 }).chat.completions.create({
    model: "test-model",
    messages: [{ role: "user", content: said }],
  });

describe("a channel with several keys", () => {
  it("uses them in turn for different conversations", async () => {
    for (let index = 0; index < 6; index++) await send(`Conversation ${index}`);
    expect(new Set(keysUsed())).toEqual(new Set(["key-a", "key-b", "key-c"]));
  });

  it("keeps a conversation at the key with its prompt cache", async () => {
    for (let turn = 0; turn < 5; turn++) await send("Always the same beginning");
    expect(new Set(keysUsed()).size).toBe(1);
  });

  it("continues with the other keys when one is rejected, without an error for the caller", async () => {
    dead.add("key-b");
    for (let index = 0; index < 9; index++) await send(`Another conversation ${index}`);
    const rejected = keysUsed().filter((used) => used === "key-b");
    // It is tried, and then cools down.
    expect(rejected.length).toBeLessThanOrEqual(1);
    expect(upstream.seen.length).toBe(9 + rejected.length);
    const [channel] = (await running.api<{ data: { status: number }[] }>("GET", "/api/channel/")).data;
    expect(channel?.status).toBe(1);
  });

  it("reports a failure only when every key is rejected, and the timeline lists the keys", async () => {
    for (const each of ["key-a", "key-b", "key-c"]) dead.add(each);
    await expect(send("No key is left")).rejects.toMatchObject({ status: 502 });
    const events = () =>
      running.api<{ data: { kind: string; request_id: string }[] }>(
        "GET",
        `/api/channel/${channelId}/events`,
      );
    await expect.poll(async () => (await events()).data[0]?.kind).toBe("disabled_automatically");
    const kinds = (await events()).data.map((event) => event.kind);
    expect(kinds.filter((kind) => kind === "key_refused").length).toBeGreaterThan(0);
    expect((await events()).data[0]?.request_id).not.toBe("");
    expect(JSON.stringify(await events())).not.toContain("key-a");
  });
});
