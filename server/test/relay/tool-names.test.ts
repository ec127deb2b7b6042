import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  type FakeUpstream,
  jsonAnswer,
  type SeenRequest,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Tools whose names the upstream's API rejects: the upstream receives legal ones, the caller its own. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

const channels = { openai: 1, anthropic: 14, gemini: 25, moonshot: 29, cohere: 36 } as const;
type Upstream = keyof typeof channels;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "tools-*", type: "tokens", channel_type: 1, input: 1, output: 1 });
  for (const [name, type] of Object.entries(channels))
    await running.aChannel({ name, type, base_url: upstream.url, models: [`tools-${name}`] });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

/** What each upstream documents. */
const rules: Record<Upstream, RegExp> = {
  openai: /^[a-zA-Z0-9_-]{1,64}$/,
  anthropic: /^[a-zA-Z0-9_-]{1,128}$/,
  gemini: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/,
  moonshot: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/,
  cohere: /^[a-zA-Z_][a-zA-Z0-9_]*$/,
};

/**
 * An MCP tool as Claude Code names it, one with dots, two that differ in one character, one that begins with a digit.
 */
const long = `mcp__enterprise-knowledge-base__search_documents_by_metadata_and_content_filters`;
const names = [long, "files.read", "files:read", "8ball", "get_weather"];
const schema = { type: "object", properties: { q: { type: "string" } } };

/** Tool names in a request, in its own format. */
function offered({ json }: SeenRequest): string[] {
  const tools = json.tools as Record<string, unknown>[];
  return tools.flatMap((tool) => {
    const list = (tool.functionDeclarations ?? [tool.function ?? tool]) as { name: string }[];
    return list.map(({ name }) => name);
  });
}

const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };
const frame = (event: object, name?: string) =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(event)}\n\n`;

/** Calls the first tool of each request. */
const openAi =
  (stream: boolean): Answer =>
  (response, request) => {
    const fn = { name: offered(request)[0], arguments: '{"q":"x"}' };
    const call = { index: 0, id: "call_1", type: "function", function: fn };
    const about = { id: "c", created: 1, model: "m" };
    if (!stream) {
      const message = { role: "assistant", content: null, tool_calls: [call] };
      const choices = [{ index: 0, message, finish_reason: "tool_calls" }];
      jsonAnswer({ ...about, object: "chat.completion", choices, usage })(response, request);
      return;
    }
    const chunk = (delta: object, finish_reason: string | null) =>
      frame({ ...about, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });
    const frames = [
      chunk({ role: "assistant", tool_calls: [{ ...call, function: { ...fn, arguments: "" } }] }, null),
      chunk({ tool_calls: [{ index: 0, function: { arguments: fn.arguments } }] }, null),
      chunk({}, "tool_calls"),
      frame({ ...about, object: "chat.completion.chunk", choices: [], usage }),
      "data: [DONE]\n\n",
    ];
    streamAnswer(frames)(response, request);
  };

const anthropic =
  (stream: boolean): Answer =>
  (response, request) => {
    const block = { type: "tool_use", id: "toolu_1", name: offered(request)[0], input: { q: "x" } };
    const message = { id: "msg_1", type: "message", role: "assistant", model: "m" };
    const counts = { input_tokens: 9, output_tokens: 3 };
    if (!stream) {
      jsonAnswer({ ...message, content: [block], stop_reason: "tool_use", usage: counts })(response, request);
      return;
    }
    const events = [
      { type: "message_start", message: { ...message, content: [], usage: counts } },
      { type: "content_block_start", index: 0, content_block: { ...block, input: {} } },
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json: '{"q":"x"}' },
      },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: counts },
      { type: "message_stop" },
    ];
    streamAnswer(events.map((event) => frame(event, event.type)))(response, request);
  };

const gemini =
  (stream: boolean): Answer =>
  (response, request) => {
    const parts = [{ functionCall: { name: offered(request)[0], args: { q: "x" } } }];
    const answer = {
      responseId: "r",
      modelVersion: "m",
      candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 },
    };
    (stream ? streamAnswer([`data: ${JSON.stringify(answer)}\r\n\r\n`]) : jsonAnswer(answer))(
      response,
      request,
    );
  };

const cohere =
  (stream: boolean): Answer =>
  (response, request) => {
    const fn = { name: offered(request)[0], arguments: '{"q":"x"}' };
    const call = { id: "call_1", type: "function", function: fn };
    const counts = { tokens: { input_tokens: 9, output_tokens: 3 } };
    if (!stream) {
      const message = { role: "assistant", tool_calls: [call] };
      jsonAnswer({ id: "c", finish_reason: "TOOL_CALL", message, usage: counts })(response, request);
      return;
    }
    const events = [
      { type: "message-start", id: "c", delta: { message: { role: "assistant" } } },
      { type: "tool-call-start", index: 0, delta: { message: { tool_calls: call } } },
      { type: "tool-call-end", index: 0 },
      { type: "message-end", delta: { finish_reason: "TOOL_CALL", usage: counts } },
    ];
    streamAnswer(events.map((event) => frame(event, event.type)))(response, request);
  };

const answers: Record<Upstream, (stream: boolean) => Answer> = {
  openai: openAi,
  moonshot: openAi,
  anthropic,
  gemini,
  cohere,
};

interface Caller {
  path(name: Upstream, stream: boolean): string;
  /** Offers `names`, requires the first, and includes an earlier call of it with its result. */
  body(name: Upstream, stream: boolean): object;
}

const callers: Record<"chat" | "responses" | "messages" | "gemini", Caller> = {
  chat: {
    path: () => "/v1/chat/completions",
    body: (name, stream) => ({
      model: `tools-${name}`,
      stream,
      messages: [
        { role: "user", content: "Hi" },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "call_0", type: "function", function: { name: names[0], arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "call_0", content: "ok" },
      ],
      tools: names.map((tool) => ({ type: "function", function: { name: tool, parameters: schema } })),
      tool_choice: { type: "function", function: { name: names[0] } },
    }),
  },
  responses: {
    path: () => "/v1/responses",
    body: (name, stream) => ({
      model: `tools-${name}`,
      stream,
      input: [
        { role: "user", content: "Hi" },
        { type: "function_call", call_id: "call_0", name: names[0], arguments: "{}" },
        { type: "function_call_output", call_id: "call_0", output: "ok" },
      ],
      tools: names.map((tool) => ({ type: "function", name: tool, parameters: schema })),
      tool_choice: { type: "function", name: names[0] },
    }),
  },
  messages: {
    path: () => "/v1/messages",
    body: (name, stream) => ({
      model: `tools-${name}`,
      stream,
      max_tokens: 100,
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: [{ type: "tool_use", id: "toolu_0", name: names[0], input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_0", content: "ok" }] },
      ],
      tools: names.map((tool) => ({ name: tool, input_schema: schema })),
      tool_choice: { type: "tool", name: names[0] },
    }),
  },
  gemini: {
    path: (name, stream) =>
      `/v1beta/models/tools-${name}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    body: () => ({
      contents: [
        { role: "user", parts: [{ text: "Hi" }] },
        { role: "model", parts: [{ functionCall: { name: names[0], args: {} } }] },
        { role: "user", parts: [{ functionResponse: { name: names[0], response: { output: "ok" } } }] },
      ],
      tools: [{ functionDeclarations: names.map((tool) => ({ name: tool, parameters: schema })) }],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: [names[0]] } },
    }),
  },
};

/** Pairs of different formats: with the same format the caller's bytes pass. */
const pairs = (Object.keys(callers) as (keyof typeof callers)[]).flatMap((caller) =>
  (Object.keys(channels) as Upstream[])
    .filter((name) => caller !== "chat" || !["openai", "moonshot"].includes(name))
    .filter((name) => !(caller === "messages" && name === "anthropic"))
    .filter((name) => caller !== name && !(caller === "responses" && name === "openai"))
    .map((name) => ({ caller, name })),
);

async function send(caller: keyof typeof callers, name: Upstream, stream: boolean): Promise<string> {
  upstream.answer(answers[name](stream));
  const { path, body } = callers[caller];
  const response = await running.call(key, body(name, stream), { path: path(name, stream) });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text;
}

describe.each(pairs)("tools of a caller of $caller at $name", ({ caller, name }) => {
  it.each([false, true])(
    "are legal there, and the caller's own in the response (stream: %s)",
    async (stream) => {
      const text = await send(caller, name, stream);
      const [seen] = upstream.seen;
      if (!seen) throw new Error("nothing was sent");
      const sent = offered(seen);
      // With one tool chosen, Gemini's format and Cohere offer no other.
      const one = caller === "gemini" || name === "cohere";
      expect(sent).toHaveLength(one ? 1 : names.length);
      expect(new Set(sent).size).toBe(sent.length);
      for (const tool of sent) expect(tool).toMatch(rules[name]);
      if (!one) expect(sent.at(-1)).toBe("get_weather");
      // The choice, the earlier call and, at Gemini, its result use the replacement name as well.
      const [first = ""] = sent;
      expect(seen.text).not.toContain(`"${first === long ? "files.read:" : long}"`);
      expect(seen.text.split(`"${first}"`).length - 1).toBeGreaterThanOrEqual(2);
      expect(text).toContain(`"${long}"`);
      if (first !== long) expect(text).not.toContain(first);
    },
  );
});

describe("a replacement name", () => {
  it("is the same in every request, regardless of other tools", async () => {
    await send("messages", "openai", false);
    const [seen] = upstream.seen;
    const [first] = seen ? offered(seen) : [];
    await send("gemini", "openai", false);
    const [other] = upstream.seen;
    expect(first).toMatch(/^mcp__enterprise.*_[0-9a-f]{8}$/);
    expect(other ? offered(other)[0] : undefined).toBe(first);
  });

  it("leaves the ids of calls short enough for OpenAI, the same in call and result", async () => {
    upstream.answer(answers.openai(false));
    const ids = ["a", "b"].map((last) => `toolu_${"0".repeat(60)}${last}`);
    const body = {
      model: "tools-openai",
      max_tokens: 100,
      messages: [
        { role: "user", content: "Hi" },
        {
          role: "assistant",
          content: ids.map((id) => ({ type: "tool_use", id, name: "get_weather", input: {} })),
        },
        { role: "user", content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "ok" })) },
      ],
      tools: [{ name: "get_weather", input_schema: schema }],
    };
    expect((await running.call(key, body, { path: "/v1/messages" })).status).toBe(200);
    const messages = upstream.seen[0]?.json.messages as {
      tool_calls?: { id: string }[];
      tool_call_id?: string;
    }[];
    const sent = messages.flatMap(({ tool_calls }) => tool_calls ?? []).map(({ id }) => id);
    expect(new Set(sent).size).toBe(2);
    for (const id of sent) expect(id.length).toBeLessThanOrEqual(40);
    expect(messages.flatMap(({ tool_call_id }) => tool_call_id ?? [])).toEqual(sent);
  });
});
