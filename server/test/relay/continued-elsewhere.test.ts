import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** A conversation that continues at another vendor, with the earlier vendor's content in it. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

const bedrock = "us.anthropic.claude-opus-4-8";
const channels = [
  { type: 28, models: ["deepseek-test"] },
  { type: 14, models: ["claude-opus-4-1-test", "glm-test"] },
  { type: 32, models: [bedrock], key: "us-east-1|token" },
  { type: 42, models: ["claude-opus-4-6-test"], key: "token", other: "us-east5|project" },
  { type: 25, models: ["gemini-3-test"] },
];

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.clearPrices();
  for (const channel of channels) {
    for (const model of channel.models)
      await running.aPrice({ model, type: "tokens", channel_type: channel.type, input: 1, output: 1 });
    await running.aChannel({ ...channel, base_url: upstream.url });
  }
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const question = { role: "user", content: "Weather in Bern?" };
const tools = [
  { name: "get_weather", input_schema: { type: "object", properties: { city: { type: "string" } } } },
];
const result = {
  role: "user",
  content: [{ type: "tool_result", tool_use_id: "call_1", content: "Rain" }],
};
const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude",
  content: [{ type: "text", text: "Rain." }],
  stop_reason: "end_turn",
  usage: { input_tokens: 9, output_tokens: 4 },
};

interface Block {
  type: string;
  signature?: string;
}

/** DeepSeek's response, as a caller of Messages receives it. */
async function sendDeepSeek(stream: boolean): Promise<Block[]> {
  const call = {
    id: "call_1",
    type: "function",
    function: { name: "get_weather", arguments: '{"city":"Bern"}' },
  };
  const delta = {
    reasoning_content: "They ask of Bern.",
    content: "Let me look.",
    tool_calls: [{ index: 0, ...call }],
  };
  const chunk = (more: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: more, finish_reason }] })}\n\n`;
  upstream.answer(
    stream
      ? streamAnswer([chunk(delta, null), chunk({}, "tool_calls"), "data: [DONE]\n\n"])
      : jsonAnswer(
          chatAnswer({
            choices: [{ index: 0, message: { role: "assistant", ...delta }, finish_reason: "tool_calls" }],
          }),
        ),
  );
  const body = { model: "deepseek-test", max_tokens: 2000, stream, messages: [question], tools };
  const response = await running.call(key, body, { path: "/v1/messages" });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  if (!stream) return (JSON.parse(text) as { content: Block[] }).content;
  const blocks = text
    .split("\n")
    .filter((line) => line.startsWith("data: ") && line.includes('"content_block_start"'))
    .map((line) => (JSON.parse(line.slice(6)) as { content_block: Block }).content_block);
  // As an SDK joins the deltas.
  const filled: Record<string, object> = {
    thinking: { thinking: "They ask of Bern." },
    text: { text: "Let me look." },
    tool_use: { input: { city: "Bern" } },
  };
  return blocks.map((block) => ({ ...block, ...filled[block.type] }));
}

describe("reasoning without a vendor's signature", () => {
  const kept = [
    { type: "text", text: "Let me look." },
    { type: "tool_use", id: "call_1", name: "get_weather", input: { city: "Bern" } },
  ];

  it.each([
    ["Anthropic", "claude-opus-4-1-test", false],
    ["Anthropic", "claude-opus-4-1-test", true],
    ["Bedrock", bedrock, false],
    ["Vertex AI", "claude-opus-4-6-test", false],
  ] as const)(
    "is dropped when the conversation continues at %s (%s, streamed: %s)",
    async (_name, model, stream) => {
      const content = await sendDeepSeek(stream);
      expect(content[0]).toMatchObject({ type: "thinking", signature: "" });
      upstream.answer(jsonAnswer(message));
      const thinking = { type: "enabled", budget_tokens: 1024 };
      const body = {
        model,
        max_tokens: 2000,
        thinking,
        messages: [question, { role: "assistant", content }, result],
        tools,
        metadata: { user_id: "u" },
      };
      const response = await running.call(key, body, { path: "/v1/messages" });
      expect(response.status, await response.clone().text()).toBe(200);
      const [seen] = upstream.seen;
      expect(seen?.json).toMatchObject({
        messages: [{ role: "user" }, { role: "assistant", content: kept }, { role: "user" }],
        metadata: { user_id: "u" },
      });
      expect(seen?.text).not.toContain("They ask of Bern.");
      // A loop that began without reasoning must continue without it.
      expect(seen?.json.thinking).not.toEqual(thinking);
      expect(response.headers.get("x-tollgate-dropped")).toContain("messages.content.thinking");
    },
  );

  it("is dropped when it returns through Chat Completions", async () => {
    upstream.answer(jsonAnswer(message));
    const body = {
      model: "claude-opus-4-1-test",
      messages: [
        question,
        { role: "assistant", content: "Rain.", reasoning_content: "They ask of Bern." },
        { role: "user", content: "Sure?" },
      ],
    };
    expect((await running.call(key, body)).status).toBe(200);
    expect(upstream.seen[0]?.json.messages).toMatchObject([
      {},
      { role: "assistant", content: [{ type: "text", text: "Rain." }] },
      {},
    ]);
    expect(upstream.seen[0]?.text).not.toContain("thinking");
  });

  it("is returned to other vendors' models with the Messages format, byte by byte", async () => {
    upstream.answer(jsonAnswer(message));
    const content = [{ type: "thinking", thinking: "Hm.", signature: "" }, ...kept];
    const text = JSON.stringify({
      model: "glm-test",
      max_tokens: 9,
      messages: [question, { role: "assistant", content }, result],
    });
    await running.call(key, text, { path: "/v1/messages" });
    expect(upstream.seen[0]?.text).toBe(text);
  });
});

describe("a signature of another vendor in Gemini's format", () => {
  const signature = "EqQBCkYIBxgC+/==";
  const thought = { type: "thinking", thinking: "Hm.", signature };
  const generate = (model: string, stream: boolean) =>
    `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`;
  const frame = (event: { type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  const events = [
    { type: "message_start", message: { ...message, content: [] } },
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "thinking", thinking: "", signature: "" },
    },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "text", text: "Rain." } },
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: message.usage },
    { type: "message_stop" },
  ];
  const request = { contents: [{ role: "user", parts: [{ text: "Weather?" }] }] };

  async function answerOfClaude(stream: boolean): Promise<{ text: string; thoughtSignature?: string }[]> {
    upstream.answer(
      stream
        ? streamAnswer(events.map(frame))
        : jsonAnswer({ ...message, content: [thought, ...message.content] }),
    );
    const response = await running.call(key, request, { path: generate("claude-opus-4-1-test", stream) });
    const text = await response.text();
    const bodies = stream
      ? text.split("\r\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : []))
      : [text];
    return bodies.flatMap(
      (body) =>
        (JSON.parse(body) as { candidates: { content: { parts: { text: string }[] } }[] }).candidates[0]
          ?.content.parts ?? [],
    );
  }

  it.each([false, true])("is valid base64, and returns unchanged (stream: %s)", async (stream) => {
    const parts = await answerOfClaude(stream);
    const written = parts.flatMap((part) => part.thoughtSignature ?? []);
    expect(written).toHaveLength(1);
    const [bytes = ""] = written;
    expect(Buffer.from(bytes, "base64").toString("base64")).toBe(bytes);
    expect(Buffer.from(bytes, "base64").toString()).toBe(`tollgate.anthropic-messages.${signature}`);
    // Google's Python client writes the other base64 alphabet.
    const sentBack = parts.map((part) =>
      part.thoughtSignature
        ? { ...part, thoughtSignature: part.thoughtSignature.replaceAll("+", "-").replaceAll("/", "_") }
        : part,
    );
    const contents = [...request.contents, { role: "model", parts: sentBack }, ...request.contents];
    upstream.answer(jsonAnswer(message));
    await running.call(key, { contents }, { path: generate("claude-opus-4-1-test", false) });
    expect(upstream.seen[0]?.json.messages).toMatchObject([
      {},
      { content: [thought, { text: "Rain." }] },
      {},
    ]);
  });

  it("is not sent to Google, whose own path would reject it", async () => {
    const parts = await answerOfClaude(false);
    upstream.answer(
      jsonAnswer({
        candidates: [{ content: { role: "model", parts: [{ text: "Yes." }] }, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1, totalTokenCount: 6 },
      }),
    );
    const contents = [...request.contents, { role: "model", parts }, ...request.contents];
    const response = await running.call(key, { contents }, { path: generate("gemini-3-test", false) });
    expect(response.status).toBe(200);
    expect(upstream.seen[0]?.text).not.toContain("thoughtSignature");
  });
});
