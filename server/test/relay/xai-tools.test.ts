import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Tools that xAI runs are billed by its usage list. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "grok-adapted", type: "tokens", channel_type: 56, input: 1, output: 1 });
  await running.aChannel({ type: 56, base_url: upstream.url, models: ["grok-adapted"] });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const details = {
  web_search_calls: 1,
  x_search_calls: 3,
  code_interpreter_calls: 1,
  file_search_calls: 2,
  mcp_calls: 5,
  document_search_calls: 0,
  image_generation_calls: 0,
};
/** Searches of X appear in the output as calls of xAI's own functions; a failed web search is free. */
const output = [
  {
    type: "custom_tool_call",
    id: "ctc_1",
    call_id: "x1",
    name: "x_keyword_search",
    input: "{}",
    status: "completed",
  },
  { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "a" } },
  { type: "web_search_call", id: "ws_2", status: "completed", action: { type: "search", query: "b" } },
  { type: "code_interpreter_call", id: "ci_1", status: "completed", code: "1" },
  {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "Hi", annotations: [] }],
  },
];
const usage = {
  input_tokens: 100,
  output_tokens: 50,
  total_tokens: 150,
  num_server_side_tools_used: 7,
  server_side_tool_usage_details: details,
};
const response = {
  id: "resp_1",
  object: "response",
  status: "completed",
  model: "grok-adapted",
  output,
  usage,
};
/** Tokens at one quota each; dollars at 500,000: four searches, two of collections, one run of code. */
const cost = 150 + (4 * 0.01 + 2 * 0.0025 + 0.03) * 500_000;

async function chargeOf(body: object, path: string): Promise<number> {
  const before = await running.books();
  const answer = await running.call(key, { model: "grok-adapted", ...body }, { path });
  expect(answer.status, await answer.text()).toBe(200);
  const after = await running.books();
  return before.balance - after.balance;
}

describe("tools that xAI runs", () => {
  it("are charged by its list for callers of Responses, whole and streamed", async () => {
    upstream.answer(jsonAnswer(response));
    expect(await chargeOf({ input: "Hi", tools: [{ type: "x_search" }] }, "/v1/responses")).toBe(cost);
    const events = [
      { type: "response.created", response: { ...response, output: [], usage: null } },
      {
        type: "response.output_text.delta",
        item_id: "msg_1",
        output_index: 4,
        content_index: 0,
        delta: "Hi",
      },
      { type: "response.completed", response },
    ];
    upstream.answer(
      streamAnswer(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)),
    );
    expect(
      await chargeOf({ input: "Hi", stream: true, tools: [{ type: "x_search" }] }, "/v1/responses"),
    ).toBe(cost);
  });

  it("are charged by its list for callers of Chat Completions", async () => {
    const counts = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
    upstream.answer(
      jsonAnswer(chatAnswer({ usage: { ...counts, server_side_tool_usage_details: details } })),
    );
    const body = { messages: [{ role: "user", content: "Hi" }] };
    expect(await chargeOf(body, "/v1/chat/completions")).toBe(cost);
  });

  it("cost nothing if the list reports none", async () => {
    const none = Object.fromEntries(Object.keys(details).map((name) => [name, 0]));
    const free = { ...response, usage: { ...usage, server_side_tool_usage_details: none } };
    upstream.answer(jsonAnswer(free));
    expect(await chargeOf({ input: "Hi", tools: [{ type: "web_search" }] }, "/v1/responses")).toBe(150);
  });

  it("are counted in the output if there is no list", async () => {
    const { server_side_tool_usage_details: _none, ...rest } = usage;
    upstream.answer(jsonAnswer({ ...response, usage: rest }));
    const charge = await chargeOf({ input: "Hi", tools: [{ type: "web_search" }] }, "/v1/responses");
    expect(charge).toBe(150 + (2 * 0.01 + 0.03) * 500_000);
  });
});
