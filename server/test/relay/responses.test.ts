import OpenAI from "openai";
import type { ResponseInput, Tool } from "openai/resources/responses/responses";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Callers of Responses: a vendor of another format behind the gateway, and OpenAI's own. */
let running: RunningApp;
let upstream: FakeUpstream;
let client: OpenAI;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "gpt-test", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ name: "sandbox", type: 1000, key: "none", models: ["sandbox-small"] });
  await running.aChannel({ name: "openai", type: 1, base_url: upstream.url, models: ["gpt-test", "o3-pro"] });
  const { key } = await running.aToken();
  client = new OpenAI({ baseURL: `${running.url}/v1`, apiKey: key, maxRetries: 0 });
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const requestBody = (input: string | ResponseInput, model = "sandbox-small") => ({ model, input });

const answer = {
  id: "resp_1",
  object: "response",
  created_at: 1_790_000_000,
  status: "completed",
  error: null,
  incomplete_details: null,
  model: "gpt-test",
  output: [
    { id: "ws_1", type: "web_search_call", status: "completed", action: { type: "search", query: "x" } },
    {
      id: "msg_1",
      type: "message",
      status: "completed",
      role: "assistant",
      content: [{ type: "output_text", text: "Hi", annotations: [], of_tomorrow: 1 }],
    },
  ],
  usage: { input_tokens: 9, output_tokens: 4, total_tokens: 13 },
};
const begun = { ...answer, status: "in_progress", output: [], usage: null };
const events = [
  { type: "response.created", response: begun },
  { type: "response.in_progress", response: begun },
  { type: "response.output_text.delta", item_id: "msg_1", output_index: 1, content_index: 0, delta: "Hi" },
  { type: "response.completed", response: answer },
];
const framed = (event: { type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function post(body: object): Promise<Response> {
  return fetch(`${running.url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${client.apiKey}` },
    body: JSON.stringify(body),
  });
}

describe("Responses from a vendor of another format", () => {
  it("are the same whole and streamed, and are billed", async () => {
    const before = await running.books();
    const whole = await client.responses.create(requestBody("Hello there"));
    const streamed = await client.responses.stream(requestBody("Hello there")).finalResponse();
    expect(whole).toMatchObject({
      object: "response",
      model: "sandbox-small",
      status: "completed",
      store: false,
    });
    expect(whole.output_text).not.toBe("");
    expect(streamed.output_text).toBe(whole.output_text);
    expect(streamed.usage).toEqual(whole.usage);
    const after = await running.books();
    expect(before.balance).toBeGreaterThan(after.balance);
    expect(after.entries).toBe(after.balance);
  });

  it("call tools in their declared form, and accept their results", async () => {
    const tools: Tool[] = [{ type: "custom", name: "note" }];
    const first: ResponseInput = [{ role: "user", content: "Please use the tool" }];
    const called = await client.responses.stream({ ...requestBody(first), tools }).finalResponse();
    const [call] = called.output.filter((item) => item.type === "custom_tool_call");
    expect(call).toMatchObject({ name: "note", input: expect.any(String) });
    const result = {
      type: "custom_tool_call_output" as const,
      call_id: call?.call_id ?? "",
      output: "Rain in Bern",
    };
    const next = await client.responses.create({
      ...requestBody([...first, ...(called.output as ResponseInput), result]),
      tools,
    });
    expect(next.output_text).toContain("Rain in Bern");
  });

  it("return errors in their own format", async () => {
    await expect(client.responses.create(requestBody("[error:429] please"))).rejects.toMatchObject({
      status: 429,
    });
    await expect(client.responses.stream(requestBody("[cut] please")).finalResponse()).rejects.toThrow();
    await expect(
      client.responses.create({ ...requestBody("x"), previous_response_id: "resp_0" }),
    ).rejects.toMatchObject({
      status: 400,
      param: "previous_response_id",
    });
  });

  it("list dropped fields", async () => {
    const response = await post({ ...requestBody("Hi"), field_of_tomorrow: 1, truncation: "auto" });
    const dropped = response.headers.get("x-tollgate-dropped");
    expect(dropped).toContain("field_of_tomorrow");
    expect(dropped).toContain("truncation");
  });
});

describe("Responses from OpenAI", () => {
  it("pass unchanged in both directions", async () => {
    upstream.answer(jsonAnswer(answer));
    const body = {
      ...requestBody("Hi", "gpt-test"),
      field_of_tomorrow: { deep: 1.0 },
    };
    expect(await (await post(body)).json()).toEqual(answer);
    const next = { ...body, previous_response_id: answer.id };
    expect(await (await post(next)).json()).toEqual(answer);
    expect(upstream.seen[1]).toMatchObject({ path: "/v1/responses", json: next });
    expect(upstream.seen[0]).toMatchObject({ path: "/v1/responses", json: body });
  });

  it("pass as a stream byte by byte, and bill searches", async () => {
    const before = await running.books();
    const text = events.map(framed).join("");
    upstream.answer(streamAnswer([text.slice(0, 300), text.slice(300, 301), text.slice(301)]));
    expect(await (await post({ ...requestBody("Hi", "gpt-test"), stream: true })).text()).toBe(text);
    const after = await running.books();
    // Thirteen tokens at multiplier 1, and a search at a cent.
    expect(before.balance - after.balance).toBe(13 + 5000);
  });

  it("report a failed response as an error", async () => {
    const error = { code: "server_error", message: "Broke." };
    const failed = { type: "response.failed", response: { ...begun, status: "failed", error } };
    upstream.answer(
      streamAnswer(
        [...events.slice(0, 3), failed].map((event) => framed(event)),
        { pace: 20 },
      ),
    );
    await expect(client.responses.stream(requestBody("Hi", "gpt-test")).finalResponse()).rejects.toThrow();
  });

  it("serve callers of Chat Completions, for models that have no other endpoint", async () => {
    upstream.answer(jsonAnswer(answer));
    const messages = [{ role: "user" as const, content: "Hi" }];
    const completion = await client.chat.completions.create({ model: "o3-pro", messages });
    expect(completion.choices[0]?.message.content).toBe("Hi");
    expect(upstream.seen[0]).toMatchObject({
      path: "/v1/responses",
      json: { store: false, model: "o3-pro" },
    });
  });
});
