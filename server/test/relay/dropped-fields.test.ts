import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** `x-tollgate-dropped` lists what the caller sent, by the field names of its own format. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "kimi-*", type: "tokens", channel_type: 29, input: 1, output: 1 });
  await running.aChannel({ type: 29, base_url: upstream.url, models: ["kimi-plain"] });
  await running.aChannel({
    type: 29,
    base_url: upstream.url,
    models: ["kimi-custom"],
    custom_parameter: JSON.stringify({ temperature: 0.3, seed: 7 }),
  });
  key = (await running.aToken()).key;
  upstream.answer(jsonAnswer(chatAnswer()));
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

async function droppedOf(path: string, body: object): Promise<string | null> {
  const response = await running.call(key, body, { path });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.headers.get("x-tollgate-dropped");
}

const messages = [{ role: "user", content: "Hi" }];
const responses = { input: "Hi" };
const generate = "/v1beta/models/kimi-plain:generateContent";

describe("x-tollgate-dropped", () => {
  it("lists dropped fields by the caller's own names", async () => {
    const sent = { model: "kimi-plain", temperature: 0.5 };
    expect(await droppedOf("/v1/messages", { ...sent, max_tokens: 9, messages, top_k: 3 })).toBe(
      "top_k, temperature",
    );
    expect(await droppedOf("/v1/responses", { ...sent, ...responses, text: { verbosity: "low" } })).toBe(
      "text.verbosity, temperature",
    );
    const contents = [{ parts: [{ text: "Hi" }] }];
    const generationConfig = { temperature: 0.5, seed: 3, candidateCount: 1 };
    expect(await droppedOf(generate, { contents, generationConfig })).toBe(
      "generationConfig.seed, generationConfig.temperature, generationConfig.candidateCount",
    );
  });

  it("names an earlier response's reasoning as the caller's format does", async () => {
    const content = [
      { type: "thinking", thinking: "Hm.", signature: "c2ln" },
      { type: "text", text: "Hi" },
    ];
    const turns = [...messages, { role: "assistant", content }, ...messages];
    expect(await droppedOf("/v1/messages", { model: "kimi-plain", max_tokens: 9, messages: turns })).toBe(
      "messages.content.thinking",
    );
  });

  it("excludes what the channel added and the vendor does not support", async () => {
    const body = { model: "kimi-custom", ...responses };
    expect(await droppedOf("/v1/responses", body)).toBeNull();
    expect(await droppedOf("/v1/responses", { ...body, temperature: 1 })).toBe("temperature");
  });
});
