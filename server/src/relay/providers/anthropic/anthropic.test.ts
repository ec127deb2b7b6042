import { readFileSync } from "node:fs";
import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { frameLines, readPieces } from "../../../../test/conformance/feed-stream.ts";
import {
  aChatCall,
  type ConformanceCase,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import { provider } from "./index.ts";

const fixtures = new URL("./__fixtures__/", import.meta.url);

const stopped: ConformanceCase["stopped"] = (word) => {
  const message = { id: "msg_x", type: "message", role: "assistant", model: "claude-sonnet-4-5" };
  const content = [{ type: "text", text: "Half a" }];
  const usage = { input_tokens: 1, output_tokens: 2 };
  return {
    body: { ...message, content, stop_reason: word, usage },
    lines: [
      { type: "message_start", message: { ...message, content: [], stop_reason: null, usage } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Half a" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: word, stop_sequence: null }, usage },
      { type: "message_stop" },
    ].map((event) => JSON.stringify(event)),
  };
};

describeConformance({
  provider,
  fixtures,
  framing: "event-and-data",
  stops: {
    end_turn: "stop",
    max_tokens: "length",
    stop_sequence: "stop-sequence",
    tool_use: "tool-calls",
    pause_turn: "pause",
    refusal: "refusal",
    model_context_window_exceeded: "context-length",
    tomorrow: "stop",
  },
  stopped,
});

describe("anthropic answers", () => {
  const chat = provider.chat!;
  const readStream = (lines: object[]) => {
    const bytes = frameLines(
      lines.map((line) => JSON.stringify(line)),
      "event-and-data",
    );
    return readPieces(provider, aChatCall({ stream: true }), [bytes]);
  };

  it("keep reasoning, its signature and redacted blocks", () => {
    const body: unknown = JSON.parse(readFileSync(new URL("chat.json", fixtures), "utf8"));
    const whole = collectResult(chat.readResponse(body, aChatCall()));
    expect(whole).toMatchObject({
      reasoning: "Greet them.",
      signatures: ["c2lnbmF0dXJl"],
      encrypted: ["cmVkYWN0ZWQ="],
    });
    const lines = readFileSync(new URL("chat.chunks.txt", fixtures), "utf8").split("\n").filter(Boolean);
    const parts = readPieces(provider, aChatCall(), [frameLines(lines, "event-and-data")]);
    expect(collectParts(parts)).toMatchObject({
      reasoning: "Greet them.",
      signatures: ["c2lnbmF0dXJl"],
      encrypted: ["cmVkYWN0ZWQ="],
    });
    expect(parts.filter((part) => part.type === "citation")).toHaveLength(1);
  });

  it("give a tool without arguments an empty object, and emit input that arrives whole with its start", () => {
    const parts = readStream([
      {
        type: "message_start",
        message: { id: "m", model: "c", content: [], usage: { input_tokens: 1, output_tokens: 1 } },
      },
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "a", name: "now", input: {} },
      },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "" } },
      { type: "content_block_stop", index: 0 },
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "b", name: "roll", input: { n: 6 } },
      },
      { type: "content_block_stop", index: 1 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    ]);
    expect(collectParts(parts)).toMatchObject({
      tools: [
        { id: "a", name: "now", arguments: "{}" },
        { id: "b", name: "roll", arguments: '{"n":6}' },
      ],
      usage: { ...noUsage, input: 1, output: 9 },
    });
  });

  it("read a turn that arrives whole in its first event", () => {
    const content = [{ type: "tool_use", id: "a", name: "roll", input: { n: 6 } }];
    const parts = readStream([
      {
        type: "message_start",
        message: {
          id: "m",
          model: "c",
          content,
          stop_reason: "tool_use",
          usage: { input_tokens: 0, output_tokens: 0 },
        },
      },
      { type: "message_stop" },
    ]);
    expect(collectParts(parts)).toMatchObject({
      tools: [{ id: "a", name: "roll", arguments: '{"n":6}' }],
      stop: "tool-calls",
      ended: true,
    });
  });

  it("report why a request was refused", () => {
    const details = { type: "refusal", category: "cyber", explanation: "This was blocked." };
    const body = {
      id: "m",
      model: "c",
      content: [],
      stop_reason: "refusal",
      stop_details: details,
      usage: {},
    };
    const whole = collectResult(chat.readResponse(body, aChatCall()));
    expect(whole).toMatchObject({ refusal: "This was blocked.", stop: "refusal" });
    const parts = readStream([
      { type: "message_start", message: { id: "m", model: "c", content: [], usage: {} } },
      {
        type: "message_delta",
        delta: { stop_reason: "refusal", stop_details: details },
        usage: { output_tokens: 5 },
      },
      { type: "message_stop" },
    ]);
    expect(collectParts(parts)).toMatchObject({ refusal: "This was blocked.", stop: "refusal" });
  });

  it("convert an error event to a problem and never invent an end", () => {
    const parts = readStream([
      { type: "message_start", message: { id: "m", model: "c", content: [], usage: {} } },
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    ]);
    expect(parts.at(-1)).toMatchObject({
      type: "problem",
      problem: { kind: "overload", message: "Overloaded" },
    });
    const lines = readFileSync(new URL("chat.chunks.txt", fixtures), "utf8").split("\n").filter(Boolean);
    const bytes = frameLines(lines, "event-and-data");
    const cut = readPieces(provider, aChatCall(), [bytes.subarray(0, bytes.length >> 1)]);
    expect(cut.some((part) => part.type === "end")).toBe(false);
  });
});
