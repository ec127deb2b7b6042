import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aChannel({ base_url: upstream.url });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
});

const client = () => new OpenAI({ baseURL: `${running.url}/v1`, apiKey: key, maxRetries: 0 });
const messages = [{ role: "user" as const, content: "Say hello" }];

describe("chat completions through an OpenAI-type channel", () => {
  it("returns the upstream's whole response to the official SDK and bills it to the unit", async () => {
    upstream.answer(jsonAnswer(chatAnswer({ vendor_extra: { kept: true } })));
    const before = await running.books();
    const completion = await client().chat.completions.create({ model: "test-model", messages });
    expect(completion.choices[0]?.message.content).toBe("Hello there.");
    expect(completion).toMatchObject({ vendor_extra: { kept: true } });
    expect(completion.usage?.total_tokens).toBe(17);

    const after = await running.books();
    const cost = 12 * 2 + 5 * 3;
    expect(before.balance - after.balance).toBe(cost);
    expect(after.entries).toBe(after.balance);
    expect(after.usedQuota - before.usedQuota).toBe(cost);
    expect(after.logs).toHaveLength(1);
    expect(after.logs[0]).toMatchObject({ quota: cost, prompt_tokens: 12, completion_tokens: 5 });
    expect(after.logs[0]?.metadata).toMatchObject({
      usage_source: "upstream",
      end_reason: "completed",
      native: true,
      input_ratio: 2,
      output_ratio: 3,
    });
    const token = await running.api<{ data: { used_quota: number }[] }>("GET", "/api/token/");
    expect(token.data[0]?.used_quota).toBe(after.usedQuota);
  });

  it("passes a stream on and removes the usage that the caller did not request", async () => {
    upstream.answer(streamAnswer(chatFrames(["Hel", "lo"])));
    const stream = await client().chat.completions.create({ model: "test-model", messages, stream: true });
    let text = "";
    let usageChunks = 0;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      if (chunk.usage) usageChunks += 1;
    }
    expect(text).toBe("Hello");
    expect(usageChunks).toBe(0);
    expect(upstream.seen[0]?.json["stream_options"]).toEqual({ include_usage: true });
    const { logs } = await running.books();
    expect(logs[0]).toMatchObject({ quota: 39, prompt_tokens: 12, completion_tokens: 5 });
  });

  it("returns the usage of a stream if requested, through the SDK's own accumulator", async () => {
    upstream.answer(streamAnswer(chatFrames(["Hel", "lo"]), { pace: 3 }));
    const final = await client()
      .chat.completions.stream({
        model: "test-model",
        messages,
        stream: true,
        stream_options: { include_usage: true },
      })
      .finalChatCompletion();
    expect(final.choices[0]?.message.content).toBe("Hello");
    expect(final.choices[0]?.finish_reason).toBe("stop");
    expect(final.usage?.completion_tokens).toBe(5);
  });

  it("sends the upstream the caller's bytes with its own key and no other caller header", async () => {
    upstream.answer(jsonAnswer(chatAnswer()));
    const body =
      '{ "model" : "test-model", "messages":[{"role":"user","content":"é\\u00e9"}], "x_unknown":[1,2] }';
    await running.call(key, body, {
      headers: { "x-forwarded-for": "9.9.9.9", cookie: "a=b", "x-custom": "no" },
    });
    const [request] = upstream.seen;
    expect(request?.text).toBe(body);
    expect(request?.headers.authorization).toBe("Bearer upstream-key");
    expect(request?.headers).not.toHaveProperty("cookie");
    expect(request?.headers).not.toHaveProperty("x-custom");
    expect(request?.headers).not.toHaveProperty("x-forwarded-for");
  });

  it("lists the models that the token can call", async () => {
    const list = await client().models.list();
    expect(list.data.map((model) => model.id)).toEqual(["test-model"]);
    await expect(client().models.retrieve("nothing")).rejects.toMatchObject({ status: 404 });
  });
});

describe("counting if the upstream reports no usage", () => {
  it("counts a whole response", async () => {
    const { usage: _, ...silent } = chatAnswer() as { usage: unknown };
    upstream.answer(jsonAnswer(silent));
    await running.call(key, { model: "test-model", messages });
    const { logs } = await running.books();
    expect(logs[0]?.metadata.usage_source).toBe("counted");
    expect(logs[0]).toMatchObject({ completion_tokens: 3, prompt_tokens: 2 });
  });

  it("counts a stream", async () => {
    upstream.answer(streamAnswer(chatFrames(["Hello", " there", "."], null)));
    const response = await running.call(key, { model: "test-model", messages, stream: true });
    expect(await response.text()).toContain("[DONE]");
    const { logs } = await running.books();
    expect(logs[0]?.metadata.usage_source).toBe("counted");
    expect(logs[0]).toMatchObject({ completion_tokens: 3 });
  });
});
