import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { readPieces } from "../../../../test/conformance/feed-stream.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import type { ChannelView, UpstreamAnswer, UpstreamRequest } from "../provider.ts";
import { provider } from "./index.ts";

const noTools = "a bot has its own tools";
const eventOf = (event: string, data: unknown) => JSON.stringify({ event, data: JSON.stringify(data) });

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "named-text",
  stops: { completed: "stop" },
  stopped: (status) => ({
    body: { code: 0, data: [{ type: "answer", content: "Half" }] },
    lines: [
      eventOf("conversation.message.delta", { id: "m", type: "answer", content: "Half" }),
      eventOf("conversation.chat.completed", { id: "c", status }),
    ],
  }),
  skip: {
    "tool call": noTools,
    "several tool calls": noTools,
    "image input": "bytes must be uploaded first; addresses are sent",
    "usage with cached tokens": "whole answers count nothing",
    "model list": "the bots of an account are not listed",
  },
});

const channel: Partial<ChannelView> = { baseUrl: "https://api.coze.com", key: "pat_x" };
const older: Partial<ChannelView> = { ...channel, plugin: { protocol: { legacy: true } } };
const build = (call: ChatCall, view = channel) => provider.chat!.buildRequest(call, aChannelView(view));
const talk: ChatCall["messages"] = [
  { role: "system", content: [{ type: "text", text: "Be brief." }] },
  { role: "user", content: [{ type: "text", text: "Hi" }] },
  { role: "assistant", content: [{ type: "text", text: "Yes?" }] },
  {
    role: "user",
    content: [
      { type: "text", text: "What?" },
      { type: "image", source: { kind: "url", url: "https://p.test/1.jpg" } },
    ],
  },
];

describe("coze, v3", () => {
  it("calls the bot in the model's name", () => {
    const request = build(aChatCall({ model: "coze-73", stream: true, messages: talk, temperature: 1 }));
    expect(request.url).toBe("https://api.coze.com/v3/chat");
    expect(request.headers.authorization).toBe("Bearer pat_x");
    expect(JSON.parse(String(request.body))).toEqual({
      bot_id: "73",
      user_id: "OneAPI",
      stream: true,
      auto_save_history: false,
      additional_messages: [
        { role: "user", content_type: "text", content: "Be brief." },
        { role: "user", content_type: "text", content: "Hi" },
        { role: "assistant", content_type: "text", content: "Yes?" },
        {
          role: "user",
          content_type: "object_string",
          content: JSON.stringify([
            { type: "text", text: "What?" },
            { type: "image", file_url: "https://p.test/1.jpg" },
          ]),
        },
      ],
    });
    expect(request.dropped).toEqual(["temperature"]);
    expect(request.follow).toBeUndefined();
    expect(build(aChatCall(), { ...channel, baseUrl: "https://api.coze.cn/open_api" }).url).toBe(
      "https://api.coze.cn/v3/chat",
    );
  });

  it("polls a chat until it is finished, then requests its messages", () => {
    const answer = (body: unknown): UpstreamAnswer => ({
      status: 200,
      headers: {},
      body: Buffer.from(JSON.stringify(body)),
    });
    const chat = (status: string) => answer({ code: 0, data: { id: "1", conversation_id: "2", status } });
    const follow = (request: UpstreamRequest | undefined, given: UpstreamAnswer, polls: number) =>
      request?.follow?.(given, polls);

    const first = build(aChatCall({ model: "coze-73" }));
    expect(JSON.parse(String(first.body))).toMatchObject({ stream: false, auto_save_history: true });
    const second = follow(first, chat("in_progress"), 0);
    expect(second?.waitMilliseconds).toBeGreaterThan(0);
    expect(second?.request).toMatchObject({
      method: "GET",
      url: "https://api.coze.com/v3/chat/retrieve?chat_id=1&conversation_id=2",
      headers: { authorization: "Bearer pat_x" },
    });
    const third = follow(second?.request, chat("completed"), 1);
    expect(third).toMatchObject({ waitMilliseconds: 0 });
    expect(third?.request.url).toContain("/v3/chat/message/list?");
    expect(follow(third?.request, answer({ code: 0, data: [] }), 2)).toBeUndefined();
    for (const last of [chat("failed"), chat("requires_action"), answer({ code: 4100, msg: "no" })])
      expect(follow(first, last, 0)).toBeUndefined();
    expect(follow(first, { status: 200, headers: {}, body: Buffer.from("<html>") }, 0)).toBeUndefined();
    expect(follow(first, chat("in_progress"), 1000)).toBeUndefined();
  });

  it("reports why a chat has no messages", () => {
    const read = (body: unknown) => () => provider.chat!.readResponse(body, aChatCall());
    expect(read({ code: 4100, msg: "authentication is invalid" })).toThrow("authentication is invalid");
    expect(read({ code: 0, data: { status: "in_progress" } })).toThrow("did not finish in time");
    const failed = { status: "failed", last_error: { code: 5000, msg: "broken" } };
    expect(read({ code: 0, msg: "", data: failed })).toThrow("broken");
  });

  it("contains a bot's reasoning, and each answer once", () => {
    const events = [
      ["conversation.message.delta", { id: "a", type: "answer", content: "", reasoning_content: "hm" }],
      ["conversation.message.delta", { id: "a", type: "answer", content: "One." }],
      ["conversation.message.completed", { id: "a", type: "answer", content: "One." }],
      ["conversation.message.completed", { id: "b", type: "answer", content: "Two." }],
      ["conversation.message.completed", { id: "c", type: "verbose", content: "{}" }],
      ["conversation.chat.completed", { id: "x", status: "completed" }],
    ] as const;
    const reader = provider.chat!.streamReader(aChatCall({ stream: true }));
    const parts = events.flatMap(([event, data]) => reader.read({ event, data: JSON.stringify(data) }));
    expect(collectParts(parts)).toMatchObject({
      text: "One.Two.",
      reasoning: "hm",
      stop: "stop",
      ended: true,
    });
  });

  it("reports problems of streams, rejected immediately or failed later", () => {
    const kindOf = (text: string) => {
      const part = readPieces(provider, aChatCall({ stream: true }), [Buffer.from(text)]).at(-1);
      return part?.type === "problem" ? [part.problem.kind, part.problem.message] : part?.type;
    };
    expect(kindOf('{"code":4100,"msg":"authentication is invalid"}')).toEqual([
      "auth",
      "authentication is invalid",
    ]);
    const failed = '{"id":"x","status":"failed","last_error":{"code":5000,"msg":"broken"}}';
    expect(kindOf(`event:conversation.chat.failed\ndata:${failed}\n\n`)).toEqual(["server", "broken"]);
    expect(kindOf('event:error\ndata:{"code":4000,"msg":"bad"}\n\n')).toEqual(["request", "bad"]);
  });
});

describe("coze, v2", () => {
  it("separates the last message from the history", () => {
    const request = build(aChatCall({ model: "coze-73", endUser: "u", messages: talk.slice(0, 3) }), older);
    expect(request.url).toBe("https://api.coze.com/open_api/v2/chat");
    expect(JSON.parse(String(request.body))).toMatchObject({
      bot_id: "73",
      user: "u",
      query: "Yes?",
      chat_history: [
        { role: "user", content: "Be brief." },
        { role: "user", content: "Hi" },
      ],
      stream: false,
    });
  });

  it("accepts text only", () => {
    const request = build(aChatCall({ messages: talk }), older);
    expect(JSON.parse(String(request.body))).toMatchObject({ query: "What?" });
    expect(request.dropped).toEqual(["messages.image"]);
  });

  it("reads whole answers and streams", () => {
    const whole = {
      messages: [
        { role: "assistant", type: "verbose", content: "{}" },
        { role: "assistant", type: "answer", content: "Hi" },
      ],
      conversation_id: "c1",
      code: 0,
      msg: "success",
    };
    expect(collectResult(provider.chat!.readResponse(whole, aChatCall()))).toMatchObject({
      id: "c1",
      text: "Hi",
      stop: "stop",
    });
    const message = (content: string) => ({
      event: "message",
      message: { role: "assistant", type: "answer", content },
      conversation_id: "c1",
    });
    const events = [message("H"), message("i"), { event: "done" }];
    const bytes = Buffer.from(events.map((data) => `data:${JSON.stringify(data)}\n\n`).join(""));
    expect(collectParts(readPieces(provider, aChatCall({ stream: true }), [bytes]))).toMatchObject({
      id: "c1",
      text: "Hi",
      stop: "stop",
      ended: true,
    });
    const failure = { event: "error", error_information: { err_code: 4009, err_msg: "exceeds quota" } };
    const failed = Buffer.from(`data:${JSON.stringify(failure)}\n\n`);
    expect(readPieces(provider, aChatCall({ stream: true }), [failed])).toMatchObject([
      { type: "problem", problem: { kind: "rate", message: "exceeds quota" } },
    ]);
  });
});
