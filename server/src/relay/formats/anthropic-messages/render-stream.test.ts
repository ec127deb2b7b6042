import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { readMessageStreamWithSdk } from "../../../../test/conformance/read-with-anthropic-sdk.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { RenderContext } from "../format.ts";
import { format } from "./index.ts";

const context: RenderContext = {
  requestedModel: "requested-model",
  requestId: "req-1",
  now: 1_790_000_000,
  wantsStreamUsage: true,
  request: {},
};
const choice = 0;
const start: ChatStreamPart = { type: "start", id: "msg_1", model: "m" };
const stop = (reason: "stop" | "tool-calls" | "refusal" = "stop"): ChatStreamPart => ({
  type: "stop",
  choice,
  reason,
});
const text = (text: string): ChatStreamPart => ({ type: "text", choice, text });
const call = (block: number, name: string): ChatStreamPart => ({
  type: "tool-call",
  choice,
  block,
  id: `id-${name}`,
  name,
});
const args = (block: number, json: string): ChatStreamPart => ({
  type: "tool-arguments",
  choice,
  block,
  text: json,
});

function render(...parts: ChatStreamPart[]): string {
  const renderer = format.streamRenderer(context);
  return (
    parts.map((part) => renderer.render(part)).join("") + renderer.finish({ ...noUsage, input: 3, output: 4 })
  );
}

/** Data of the events, after checking what every stream guarantees: order, numbers, one open block at a time. */
function eventsOf(stream: string): Record<string, never>[] {
  const frames = stream.split("\n\n").filter(Boolean);
  const events = frames.map((frame) => {
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
    const event = JSON.parse(data ?? "") as Record<string, never>;
    expect(event.type).toBe(name);
    return event;
  });
  expect(events[0]?.type).toBe("message_start");
  expect(events.slice(-2).map(({ type }) => type)).toEqual(["message_delta", "message_stop"]);
  let next = 0;
  let open: number | undefined;
  for (const { type, index } of events.slice(1, -2)) {
    if (type === "content_block_start") {
      expect([open, index]).toEqual([undefined, next++]);
      open = index;
    } else expect(index).toBe(open);
    if (type === "content_block_stop") open = undefined;
  }
  expect(open).toBeUndefined();
  return events;
}

/** The message that the official SDK builds from the stream. */
async function read(...parts: ChatStreamPart[]) {
  const stream = render(...parts);
  eventsOf(stream);
  return readMessageStreamWithSdk(stream);
}

describe("Messages streams", () => {
  it("contain id, content, stop reason and usage", async () => {
    const message = await read(start, text("Grü"), text("ße"), stop());
    expect(message).toMatchObject({
      id: "msg_1",
      model: "requested-model",
      content: [{ type: "text", text: "Grüße" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 3, output_tokens: 4 },
    });
  });

  it("report the prompt's usage and the tier at the start if they are known by then", () => {
    const usage: ChatStreamPart = {
      type: "usage",
      usage: { ...noUsage, input: 7, cached_write_1h: 2, output: 1 },
    };
    const [first] = eventsOf(
      render(start, { type: "service-tier", tier: "default" }, usage, text("x"), stop()),
    );
    expect(first?.message).toMatchObject({
      usage: { input_tokens: 7, cache_creation: { ephemeral_1h_input_tokens: 2 }, service_tier: "standard" },
    });
  });

  it("send nothing before the first content", () => {
    const renderer = format.streamRenderer(context);
    expect(renderer.render(start)).toBe("");
    expect(renderer.render({ type: "usage", usage: noUsage })).toBe("");
    expect(renderer.render(text(""))).toBe("");
    expect(renderer.render({ ...text("second"), choice: 1 } as ChatStreamPart)).toBe("");
    expect(renderer.render(text("x"))).toContain("message_start");
  });

  it("write tool calls one after another, in whatever order they arrived", async () => {
    const parts = [
      start,
      text("Now:"),
      call(0, "a"),
      args(0, '{"x":'),
      call(1, "b"),
      args(1, '{"y":"}'),
      call(2, "c"),
    ];
    const message = await read(...parts, args(0, "1}"), args(2, "{}"), args(1, '"}'), stop("tool-calls"));
    expect(message.content).toEqual([
      { type: "text", text: "Now:" },
      { type: "tool_use", id: "id-a", name: "a", input: { x: 1 } },
      { type: "tool_use", id: "id-b", name: "b", input: { y: "}" } },
      { type: "tool_use", id: "id-c", name: "c", input: {} },
    ]);
    expect(message.stop_reason).toBe("tool_use");
  });

  it("stream a call's arguments as they arrive, and the next call's once they are complete", () => {
    const renderer = format.streamRenderer(context);
    const render = (part: ChatStreamPart) => renderer.render(part);
    renderer.render(start);
    expect(render(call(0, "a"))).toContain('"name":"a"');
    expect(render(args(0, '{"s":"{'))).toContain("input_json_delta");
    expect(render(call(1, "b"))).toBe("");
    expect(render(args(1, "{"))).toBe("");
    const closing = render(args(0, '\\"}"}'));
    expect(closing.indexOf('"partial_json":"\\\\\\"}\\"}"')).toBeLessThan(closing.indexOf('"name":"b"'));
    expect(render(args(1, "}"))).toContain("input_json_delta");
  });

  it("keep trailing arguments of a call out of the next block", () => {
    const events = eventsOf(
      render(start, call(0, "a"), args(0, "{}"), args(0, " "), text("after"), args(0, " "), stop()),
    );
    const deltas = events
      .filter(({ type }) => type === "content_block_delta")
      .map(({ index, delta }) => [index, delta]);
    expect(deltas).toEqual([
      [0, { type: "input_json_delta", partial_json: "{}" }],
      [0, { type: "input_json_delta", partial_json: " " }],
      [1, { type: "text_delta", text: "after" }],
    ]);
  });

  it("close calls without complete arguments at the end, each with what it received", async () => {
    const message = await read(
      start,
      call(0, "a"),
      call(1, "b"),
      args(1, '{"y":2}'),
      text("after"),
      stop("tool-calls"),
    );
    expect(message.content).toEqual([
      { type: "tool_use", id: "id-a", name: "a", input: {} },
      { type: "tool_use", id: "id-b", name: "b", input: { y: 2 } },
      { type: "text", text: "after" },
    ]);
  });

  it("pair reasoning with its signature, other vendors' too", async () => {
    const reasoning = (text: string): ChatStreamPart => ({ type: "reasoning", choice, text });
    const sign = (dialect: "anthropic-messages" | "gemini-generate", value: string): ChatStreamPart => ({
      type: "reasoning-signature",
      choice,
      signature: { dialect, value },
    });
    const message = await read(
      start,
      reasoning("one"),
      { type: "reasoning-start", choice },
      reasoning("t"),
      reasoning("wo"),
      sign("anthropic-messages", "s2"),
      sign("anthropic-messages", "s3"),
      reasoning("four"),
      sign("gemini-generate", "s4"),
      { type: "encrypted-reasoning", choice, data: "red", dialect: "anthropic-messages" },
      reasoning("five"),
      { type: "encrypted-reasoning", choice, data: "d5", dialect: "openai-responses", id: "rs_5" },
      { type: "encrypted-reasoning", choice, data: "d6", dialect: "openai-responses", summary: "six" },
      text("So"),
      stop(),
    );
    expect(message.content).toEqual([
      { type: "thinking", thinking: "one", signature: "" },
      { type: "thinking", thinking: "two", signature: "s2" },
      { type: "thinking", thinking: "", signature: "s3" },
      { type: "thinking", thinking: "four", signature: "tollgate.gemini-generate.s4" },
      { type: "redacted_thinking", data: "red" },
      { type: "thinking", thinking: "five", signature: "tollgate.openai-responses.encrypted:rs_5:d5" },
      { type: "thinking", thinking: "six", signature: "tollgate.openai-responses.encrypted::d6" },
      { type: "text", text: "So" },
    ]);
  });

  it("send signatures of texts and calls next to them", async () => {
    const signature = { dialect: "gemini-generate", value: "p" } as const;
    const message = await read(
      start,
      text("Hi"),
      { type: "text-signature", choice, signature },
      { type: "tool-call", choice, block: 0, id: "a", name: "f", signature },
      args(0, "{}"),
      stop("tool-calls"),
    );
    expect(message.content).toEqual([
      { type: "text", text: "Hi" },
      { type: "thinking", thinking: "", signature: "tollgate.gemini-generate.text:p" },
      { type: "thinking", thinking: "", signature: "tollgate.gemini-generate.call:p" },
      { type: "tool_use", id: "a", name: "f", input: {} },
    ]);
  });

  it("add citations to their text", async () => {
    const cite = (n: number): ChatStreamPart => ({
      type: "citation",
      choice,
      citation: { source: { dialect: "anthropic-messages", value: { type: "page_location", n } } },
    });
    const web: ChatStreamPart = { type: "citation", choice, citation: { url: "https://a.test" } };
    const nowhere: ChatStreamPart = { type: "citation", choice, citation: { title: "no address" } };
    const message = await read(
      start,
      text("a"),
      text(""),
      cite(1),
      text("b"),
      text(""),
      text("c"),
      web,
      nowhere,
      stop(),
    );
    expect(message.content).toMatchObject([
      { text: "a" },
      { text: "b", citations: [{ n: 1 }] },
      { text: "c", citations: [{ type: "web_search_result_location", url: "https://a.test" }] },
    ]);
    expect(message.content).toHaveLength(3);
  });

  it("stream the input of a hosted tool call, as the API does", () => {
    const value = { type: "server_tool_use", id: "s", name: "web_search", input: { query: "q" } };
    const block: ChatStreamPart = {
      type: "opaque",
      choice,
      block: { type: "opaque", dialect: "anthropic-messages", value },
    };
    const events = eventsOf(render(start, block, stop()));
    expect(events.slice(1, 4)).toEqual([
      { type: "content_block_start", index: 0, content_block: { ...value, input: {} } },
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json: '{"query":"q"}' },
      },
      { type: "content_block_stop", index: 0 },
    ]);
  });

  it("contain images and spoken text, and omit blocks of other dialects", async () => {
    const message = await read(
      start,
      { type: "image", choice, source: { kind: "inline", mediaType: "image/png", data: "AAAA" } },
      { type: "spoken", choice, data: "AAAA" },
      { type: "spoken", choice, transcript: "Said" },
      {
        type: "opaque",
        choice,
        block: { type: "opaque", dialect: "openai-responses", value: { type: "x" } },
      },
      { type: "log-probabilities", choice, value: {} },
      stop(),
    );
    expect(message.content).toEqual([
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
      { type: "text", text: "Said" },
    ]);
  });

  it("send a refusal's text in the stop details", async () => {
    const words = (said: string): ChatStreamPart => ({ type: "refusal", choice, text: said });
    const message = await read(start, words("I "), words("won't."), stop("refusal"));
    expect(message).toMatchObject({
      content: [],
      stop_reason: "refusal",
      stop_details: { type: "refusal", explanation: "I won't." },
    });
  });

  it("are complete even if the upstream sent nothing, or no stop reason", async () => {
    expect(await read()).toMatchObject({ id: "msg_req-1", content: [], stop_reason: "end_turn" });
    expect(await read(start, call(0, "a"), args(0, "{}"))).toMatchObject({ stop_reason: "tool_use" });
  });

  it("end with an error that the SDK reads", async () => {
    const renderer = format.streamRenderer(context);
    const begun = renderer.render(start) + renderer.render(text("Hal"));
    const error = { status: 502, type: "x", code: "y", message: "It broke.", requestId: "req-1" };
    await expect(readMessageStreamWithSdk(begun + renderer.fail(error))).rejects.toThrow("It broke.");
  });
});
