import Anthropic from "@anthropic-ai/sdk";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import {
  type Answer,
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Conversations and containers that Anthropic stores: their owners, and channels that store none. */
const postgresUrl = await postgresOrSkip();
const upstream: FakeUpstream = await startFakeUpstream();
afterAll(() => upstream.stop());

let count = 0;
const newId = () => `msg_${++count}`;

function message(id: string, more: object = {}) {
  return {
    id,
    type: "message",
    role: "assistant",
    model: "claude-native",
    content: [{ type: "text", text: "Hi" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 5, output_tokens: 2 },
    ...more,
  };
}
type Message = ReturnType<typeof message> & { container?: unknown };

function streamed(whole: Message, container?: object): Answer {
  const { usage } = whole;
  const events = [
    { type: "message_start", message: { ...whole, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null, container }, usage },
    { type: "message_stop" },
  ];
  return streamAnswer(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
}

const body = (more: object) => ({
  model: "claude-native",
  max_tokens: 10,
  messages: [{ role: "user", content: "Hi" }],
  ...more,
});
const create = { thread: { type: "create" } };
const goOn = (id: string) => ({ thread: { type: "continue", previous_message_id: id } });
const keyUsed = () => upstream.seen.at(-1)?.headers["x-api-key"];

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  return { status: response.status, ...error };
}
const notFound = {
  status: 404,
  type: "not_found_error",
  message: expect.stringContaining("No thread was found"),
  details: { error_code: "thread_not_found" },
};

const databases: [string, DatabaseLocation | undefined, boolean][] = [
  ["SQLite", undefined, true],
  [
    "PostgreSQL",
    postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl },
    postgresUrl !== null,
  ],
];

for (const [name, location, there] of databases)
  describe.skipIf(!there)(`threads and containers of a native channel, on ${name}`, () => {
    let running: RunningApp;
    let mine: string;
    let theirs: string;
    let channelId: number;

    beforeAll(async () => {
      running = await startApp(location);
      await running.aPrice({ model: "claude-*", type: "tokens", channel_type: 14, input: 1.5, output: 7.5 });
      const keys = { type: 14, key: "key-a\nkey-b\nkey-c" };
      channelId = (await running.aChannel({ base_url: upstream.url, models: ["claude-native"], ...keys })).id;
      mine = (await running.aToken()).key;
      theirs = (await anotherUser(running)).key;
    });
    afterAll(() => running.stop());

    const send = (key: string, more: object) => running.call(key, body(more), { path: "/v1/messages" });

    async function make(key: string, stream: boolean, more: object = create, container?: object) {
      const id = newId();
      const answer = message(id, container && !stream ? { container } : {});
      upstream.answer(stream ? streamed(answer, container) : jsonAnswer(answer));
      const response = await send(key, { ...more, stream });
      expect(response.status).toBe(200);
      await response.text();
      const madeBy = keyUsed();
      upstream.answer(jsonAnswer(message(newId())));
      return { id, madeBy };
    }

    const rows = async () => {
      await running.books();
      const found = await running.app.database.queries
        .selectFrom("response_makers")
        .select(["id", "tokens"])
        .execute();
      return new Map(found.map(({ id, tokens }) => [id, tokens]));
    };

    it.each([
      ["a whole answer", false],
      ["a stream", true],
    ])("are continued at the key that created them, after %s", async (_of, stream) => {
      const { id, madeBy } = await make(mine, stream);
      for (let again = 0; again < 3; again++) {
        expect((await send(mine, goOn(id))).status).toBe(200);
        expect(keyUsed()).toBe(madeBy);
      }
      // Resumes an unfinished turn.
      expect((await send(mine, { ...goOn(id), messages: [] })).status).toBe(200);
      expect(upstream.seen.at(-1)?.json).toMatchObject({ ...goOn(id), messages: [] });
      // Rows are written some time after the answer.
      await expect.poll(async () => (await rows()).get(id), { timeout: 10_000 }).toBe(7);
    });

    it.each([
      ["a whole answer", false],
      ["a stream", true],
    ])("are not found by another user, or if unknown, after %s", async (_of, stream) => {
      const { id } = await make(mine, stream);
      upstream.seen.length = 0;
      expect(await errorOf(await send(theirs, goOn(id)))).toMatchObject(notFound);
      expect(await errorOf(await send(theirs, goOn("msg_of_no_user")))).toMatchObject(notFound);
      expect(await errorOf(await send(mine, goOn("msg_of_no_user")))).toMatchObject(notFound);
      // A duplicate name, on either level.
      const twice = (text: string) =>
        running.call(theirs, JSON.stringify(body(goOn("x"))).replace('"thread":{', text), {
          path: "/v1/messages",
        });
      const variant = `"Thread":{"type":"continue","previous_message_id":"${id}"},"thread":{`;
      expect((await twice(variant)).status).toBe(400);
      expect(upstream.seen).toEqual([]);
    });

    it("name one thread, even if the field is duplicated", async () => {
      const victim = await make(mine, false);
      const own = await make(theirs, false);
      const text = JSON.stringify(body(goOn(own.id)));
      const inner = text.replace('"previous_message_id"', `"previous_message_id":"${victim.id}",$&`);
      await running.call(theirs, inner, { path: "/v1/messages" });
      expect(upstream.seen.map((seen) => seen.text).join()).not.toContain(victim.id);
      const outer = text.replace('"thread"', `"thread":${JSON.stringify(goOn(victim.id).thread)},$&`);
      upstream.seen.length = 0;
      expect((await running.call(theirs, outer, { path: "/v1/messages" })).status).toBe(400);
      expect(upstream.seen).toEqual([]);
    });

    it("use the account that an administrator names", async () => {
      upstream.answer(jsonAnswer(message(newId())));
      expect((await send(`${mine}#${channelId}`, goOn("msg_of_no_user"))).status).toBe(200);
    });

    it("are not counted, regardless of their owner", async () => {
      const { id } = await make(mine, false);
      const counted = await running.call(theirs, body(goOn(id)), { path: "/v1/messages/count_tokens" });
      expect(await errorOf(counted)).toMatchObject({
        status: 400,
        details: { error_code: "thread_unsupported_request" },
      });
      expect(upstream.seen.map(({ path }) => path)).not.toContain("/v1/messages/count_tokens");
    });

    it("are created again by a token with the response cache", async () => {
      const { key } = await running.aToken({ chat_cache: true });
      const ids: unknown[] = [];
      for (const id of [newId(), newId()]) {
        upstream.answer(jsonAnswer(message(id)));
        ids.push(((await (await send(key, create)).json()) as { id: unknown }).id);
      }
      expect(new Set(ids).size).toBe(2);
    });

    it("store nothing for calls without a thread", async () => {
      const without = [await make(mine, false, {}), await make(mine, true, {})];
      // Rows are written in the order of the answers: once this one is there, those before it would be.
      const { id } = await make(mine, false);
      await expect.poll(async () => (await rows()).has(id), { timeout: 10_000 }).toBe(true);
      const stored = await rows();
      expect(without.filter((one) => stored.has(one.id))).toEqual([]);
    });

    it.each([
      ["another type", { thread: { type: "fork" } }, "thread.type"],
      ["a text", { thread: "create" }, "thread"],
      ["no id", { thread: { type: "continue" } }, "thread.previous_message_id"],
      ["an id that is no text", { thread: { type: "continue", previous_message_id: 7 } }, "thread.previous"],
      ["no messages to create with", { ...create, messages: [] }, "messages"],
      ["a container that is a number", { container: 7 }, "container"],
    ])("reject %s by the field's name", async (_what, more, field) => {
      upstream.seen.length = 0;
      const rejected = await errorOf(await send(mine, more));
      expect(rejected).toMatchObject({ status: 400, message: expect.stringContaining(`'${field}`) });
      expect(upstream.seen).toEqual([]);
    });

    it("reserve the length of the thread, regardless of the new turn", async () => {
      const id = newId();
      upstream.answer(jsonAnswer(message(id, { usage: { input_tokens: 160_000, output_tokens: 10 } })));
      await running.setBalance(10_000_000);
      await (await send(mine, create)).text();
      upstream.answer(jsonAnswer(message(newId())));
      await running.books();
      await running.setBalance(200_000);
      expect((await send(mine, goOn(id))).status).toBe(402);
      expect(upstream.seen).toEqual([]);
      await running.setBalance(250_000);
      expect((await send(mine, goOn(id))).status).toBe(200);
      await running.setBalance(10_000_000);
    });

    it("pass on the vendor's error code", async () => {
      const { id } = await make(mine, false);
      const details = { error_code: "thread_already_continued", secret: "sk-ant-0000000000000000" };
      const error = { type: "invalid_request_error", message: "Continued already.", details };
      upstream.answer(jsonAnswer({ type: "error", error }, 400));
      expect(await errorOf(await send(mine, goOn(id)))).toMatchObject({
        status: 400,
        details: { error_code: "thread_already_continued" },
      });
    });

    it.each([
      ["in tools", { tools: [{ type: "code_execution_20250825", name: "code_execution" }] }],
      [
        "added in the conversation",
        {
          messages: [
            { role: "user", content: "Hi" },
            {
              role: "system",
              content: [
                {
                  type: "tool_addition",
                  tool: {
                    type: "tool_definition",
                    definition: { type: "code_execution_20250825", name: "code_execution" },
                  },
                },
              ],
            },
          ],
        },
      ],
    ])("reject tools that are charged per request, %s", async (_where, more) => {
      upstream.answer(jsonAnswer(message(newId())));
      expect(await errorOf(await send(mine, { ...create, ...more }))).toMatchObject({
        status: 400,
        details: { error_code: "thread_unsupported_request", unsupported: ["tools"] },
      });
      expect(upstream.seen).toEqual([]);
      expect((await send(mine, more)).status).toBe(200);
      await running.books();
      const { logs } = await running.books();
      expect(logs.at(-1)?.metadata).toMatchObject({ usage: { code_run: 1 } });
    });

    it.each([
      ["a whole answer", false, "id"],
      ["a stream", true, "id"],
      ["a whole answer, with skills", false, "object"],
    ])("run code in their own container only, after %s", async (_of, stream, form) => {
      const container = { id: `container_${++count}`, expires_at: "2026-12-01T00:00:00Z" };
      const { madeBy } = await make(mine, stream, {}, container);
      const again = form === "id" ? container.id : { id: container.id, skills: [] };
      for (let turn = 0; turn < 3; turn++) {
        expect((await send(mine, { container: again })).status).toBe(200);
        expect(keyUsed()).toBe(madeBy);
      }
      upstream.seen.length = 0;
      for (const [key, named] of [
        [theirs, again],
        [mine, "container_of_no_user"],
      ] as const)
        expect(await errorOf(await send(key, { container: named }))).toMatchObject({
          status: 404,
          type: "not_found_error",
          message: expect.stringContaining("Container with id"),
        });
      expect(upstream.seen).toEqual([]);
    });
  });

describe("Anthropic's tool runner", () => {
  let running: RunningApp;
  let client: Anthropic;
  beforeEach(async () => {
    running = await startApp();
    for (const model of ["gpt-*", "claude-*"])
      await running.aPrice({ model, type: "tokens", channel_type: 1, input: 1, output: 1 });
    client = new Anthropic({ apiKey: (await running.aToken()).key, baseURL: running.url, maxRetries: 0 });
  });
  afterEach(() => running.stop());

  const tools = [
    {
      type: "custom" as const,
      name: "weather",
      description: "Weather of a city",
      input_schema: { type: "object" as const, properties: { city: { type: "string" } } },
      run: () => "Sunny, 21 °C",
      parse: (value: unknown) => value,
    },
  ];
  const runner = (model: string, stream: boolean) =>
    client.beta.messages.toolRunner({
      model,
      max_tokens: 100,
      messages: [{ role: "user", content: "What is the weather in Paris?" }],
      tools,
      stream,
    });

  async function lastMessage(model: string, stream: boolean) {
    const running = runner(model, stream);
    return running.runUntilDone();
  }

  const toolCall = {
    id: "call_1",
    type: "function",
    function: { name: "weather", arguments: '{"city":"Paris"}' },
  };
  const chatStream = (deltas: object[], finish: string) =>
    streamAnswer(
      [
        ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
        { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
        { choices: [], usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 } },
      ]
        .map((event) => `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", ...event })}\n\n`)
        .concat("data: [DONE]\n\n"),
    );

  it.each([false, true])("completes its loop on a translated channel (stream: %s)", async (stream) => {
    await running.aChannel({ base_url: upstream.url, models: ["gpt-chat"] });
    const call = { role: "assistant", content: null, tool_calls: [toolCall] };
    if (stream)
      upstream.answer(
        chatStream([{ tool_calls: [{ index: 0, ...toolCall }] }], "tool_calls"),
        chatStream([{ content: "It is sunny." }], "stop"),
      );
    else
      upstream.answer(
        jsonAnswer(chatAnswer({ choices: [{ index: 0, message: call, finish_reason: "tool_calls" }] })),
        jsonAnswer(chatAnswer({})),
      );
    const last = await lastMessage("gpt-chat", stream);
    expect(last.stop_reason).toBe("end_turn");
    expect(upstream.seen).toHaveLength(2);
    // The model sees the whole conversation, not only the last turn.
    const sent = upstream.seen[1]?.json["messages"] as { role: string }[] | undefined;
    expect(sent?.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  });

  it.each([false, true])("continues its thread on a native channel (stream: %s)", async (stream) => {
    await running.aChannel({ base_url: upstream.url, models: ["claude-native"], type: 14 });
    const call = { type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Paris" } };
    const first = message("msg_runner_1", { content: [call], stop_reason: "tool_use" });
    const started = [
      { type: "message_start", message: { ...first, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: call },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: first.usage },
      { type: "message_stop" },
    ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    if (stream) upstream.answer(streamAnswer(started), streamed(message("msg_runner_2")));
    else upstream.answer(jsonAnswer(first), jsonAnswer(message("msg_runner_2")));
    expect((await lastMessage("claude-native", stream)).stop_reason).toBe("end_turn");
    expect(upstream.seen.map(({ json }) => json["thread"])).toEqual([
      { type: "create" },
      { type: "continue", previous_message_id: "msg_runner_1" },
    ]);
    expect(upstream.seen[1]?.json["messages"]).toHaveLength(1);
  });

  it("keeps its thread if a model has channels of both kinds", async () => {
    await running.aChannel({ base_url: upstream.url, models: ["claude-shared"], priority: 10 });
    await running.aChannel({ base_url: upstream.url, models: ["claude-shared"], type: 14 });
    upstream.answer(jsonAnswer(message("msg_shared")));
    const sent = { ...body(create), model: "claude-shared" };
    await client.beta.messages.create(sent as never);
    expect(upstream.seen[0]?.path).toBe("/v1/messages");
  });

  it("receives an error if no channel can store a thread", async () => {
    await running.aChannel({ base_url: upstream.url, models: ["gpt-chat"] });
    upstream.answer(jsonAnswer(chatAnswer({})));
    const sent = { ...body(create), model: "gpt-chat" };
    await expect(client.beta.messages.create(sent as never)).rejects.toMatchObject({
      status: 400,
      details: { error_code: "thread_unsupported_request", unsupported: ["model"] },
    });
    expect(upstream.seen).toEqual([]);
  });
});
