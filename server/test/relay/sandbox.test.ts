import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let client: OpenAI;

beforeAll(async () => {
  running = await startApp();
  await running.aChannel({ name: "sandbox", type: 1000, key: "none", models: ["sandbox-small"] });
  const { key } = await running.aToken();
  client = new OpenAI({ baseURL: `${running.url}/v1`, apiKey: key, maxRetries: 0 });
});
afterAll(() => running?.stop());

const requestBody = (content: string) => ({
  model: "sandbox-small",
  messages: [{ role: "user" as const, content }],
});

describe("a first call without a provider key", () => {
  it("is the same whole and streamed, and is billed", async () => {
    const before = await running.books();
    const whole = await client.chat.completions.create(requestBody("Hello there"));
    const streamed = await client.chat.completions
      .stream({ ...requestBody("Hello there"), stream_options: { include_usage: true } })
      .finalChatCompletion();
    expect(whole.choices[0]?.message.content).toBeTruthy();
    expect(streamed.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
    expect(streamed.usage?.total_tokens).toBe(whole.usage?.total_tokens);
    const after = await running.books();
    expect(after.logs).toHaveLength(2);
    expect(after.logs[0]?.quota).toBeGreaterThan(0);
    expect(after.logs[1]?.quota).toBe(after.logs[0]?.quota);
    expect(before.balance - after.balance).toBe((after.logs[0]?.quota ?? 0) * 2);
  });

  it("calls an offered tool on request", async () => {
    const tools: OpenAI.ChatCompletionTool[] = [
      {
        type: "function",
        function: {
          name: "get_weather",
          parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
        },
      },
    ];
    const answer = await client.chat.completions.create({ ...requestBody("Please use the tool"), tools });
    const call = answer.choices[0]?.message.tool_calls?.[0];
    expect(answer.choices[0]?.finish_reason).toBe("tool_calls");
    expect(call?.type === "function" && call.function.name).toBe("get_weather");
  });

  it("fills a schema with references as the SDK's helper reads it", async () => {
    const schema = {
      type: "object",
      properties: { tree: { $ref: "#/$defs/Node" } },
      required: ["tree"],
      additionalProperties: false,
      $defs: {
        Node: {
          type: "object",
          properties: {
            label: { type: "string" },
            parent: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] },
            children: { type: "array", items: { $ref: "#/$defs/Node" } },
          },
          required: ["label", "parent", "children"],
          additionalProperties: false,
        },
      },
    };
    const answer = await client.chat.completions.parse({
      ...requestBody("A tree"),
      response_format: { type: "json_schema", json_schema: { name: "tree", strict: true, schema } },
    });
    expect(answer.choices[0]?.message.parsed).toEqual({
      tree: { label: "A tree", parent: null, children: [] },
    });
  });

  it("fails on request, free of charge", async () => {
    const before = await running.books();
    await expect(client.chat.completions.create(requestBody("[error:429] please"))).rejects.toMatchObject({
      status: 429,
    });
    await expect(client.chat.completions.create(requestBody("[error:500] please"))).rejects.toMatchObject({
      status: 502,
    });
    expect((await running.books()).balance).toBe(before.balance);
  });

  it("serves other calls while a slow one runs, and allows disconnecting from it", async () => {
    const abort = new AbortController();
    const slow = client.chat.completions.stream(
      { ...requestBody("[delay:300] a slow story") },
      { signal: abort.signal },
    );
    slow.on("error", () => {});
    slow.on("abort", () => {});
    await vi.waitUntil(() => running.app.openExchanges === 1);
    expect((await client.chat.completions.create(requestBody("quick"))).choices).toHaveLength(1);
    abort.abort();
    const { logs, entries, balance } = await running.books();
    expect(entries).toBe(balance);
    expect(logs.at(-1)?.metadata.end_reason).toBe("client_closed");
  });
});
