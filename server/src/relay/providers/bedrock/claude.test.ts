import Anthropic from "@anthropic-ai/sdk";
import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { collectParts } from "../../../../test/conformance/collect-parts.ts";
import { frameAwsMessage, readPieces } from "../../../../test/conformance/feed-stream.ts";
import { aChannelView, aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import { createRandom, cutRandomly } from "../../../../test/conformance/random-cuts.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { provider } from "./index.ts";
import { bedrockId, isClaude } from "./model-ids.ts";

const model = "claude-sonnet-4-5";
const channel = aChannelView({ key: "us-west-2|AKID|SECRET" });
const native = provider.native!;

const events = [
  {
    type: "message_start",
    message: {
      id: "msg_bdrk_1",
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 },
    },
  },
  { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm" } },
  { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "c2ln" } },
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Grüße\n🏔️" } },
  { type: "content_block_stop", index: 1 },
  {
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 7 },
  },
  { type: "message_stop", "amazon-bedrock-invocationMetrics": { inputTokenCount: 10 } },
];

function frameChunk(event: object): Buffer {
  const bytes = Buffer.from(JSON.stringify(event)).toString("base64");
  return frameAwsMessage(
    { ":message-type": "event", ":event-type": "chunk" },
    JSON.stringify({ bytes, p: "abc" }),
  );
}

const stream = Buffer.concat(events.map(frameChunk));
const throttled = frameAwsMessage(
  { ":message-type": "exception", ":exception-type": "throttlingException" },
  '{"message":"Slow down."}',
);

describe("ids of models", () => {
  it("follow from Anthropic's names, with their region", () => {
    const ids = {
      "claude-3-haiku-20240307": "anthropic.claude-3-haiku-20240307-v1:0",
      "claude-3-5-sonnet-20240620": "anthropic.claude-3-5-sonnet-20240620-v1:0",
      "claude-3-5-sonnet-20241022": "anthropic.claude-3-5-sonnet-20241022-v2:0",
      "claude-sonnet-4-5": "anthropic.claude-sonnet-4-5-20250929-v1:0",
      "us.claude-opus-4-5-20251101": "us.anthropic.claude-opus-4-5-20251101-v1:0",
      "us-gov.claude-sonnet-4-5": "us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0",
      "global.claude-opus-4-6": "global.anthropic.claude-opus-4-6-v1",
      "claude-sonnet-4-6": "anthropic.claude-sonnet-4-6",
      "eu.claude-opus-4-8": "eu.anthropic.claude-opus-4-8",
      "claude-2.1": "anthropic.claude-v2:1",
    };
    for (const [name, id] of Object.entries(ids)) {
      expect(bedrockId(name)).toBe(id);
      expect(isClaude(name)).toBe(true);
    }
  });

  it("stay unchanged if they are Bedrock's", () => {
    for (const id of [
      "global.anthropic.claude-sonnet-4-5-20250929-v1:0",
      "apac.anthropic.claude-3-5-sonnet-20240620-v1:0",
      "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-4-1-20250805-v1:0",
    ]) {
      expect(bedrockId(id)).toBe(id);
      expect(isClaude(id)).toBe(true);
    }
    for (const id of [
      "amazon.nova-pro-v1:0",
      "us.meta.llama4-scout-17b-instruct-v1:0",
      "my-claude",
      "gpt-5",
    ]) {
      expect(bedrockId(id)).toBe(id);
      expect(isClaude(id)).toBe(false);
    }
  });
});

describe("translated calls of Claude", () => {
  it("put model and stream into the path, version and betas into the body", () => {
    const withBeta = { ...channel, headers: { "Anthropic-Beta": "context-1m-2025-08-07" } };
    const request = provider.chat!.buildRequest(
      aChatCall({ model, stream: true, serviceTier: "priority" }),
      withBeta,
    );
    expect(request.url).toBe(
      "https://upstream.test/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke-with-response-stream",
    );
    expect(request.headers.accept).toBe("application/vnd.amazon.eventstream");
    expect(request.headers).not.toHaveProperty("x-api-key");
    expect(request.headers).not.toHaveProperty("anthropic-version");
    const body = JSON.parse(String(request.body)) as object;
    expect(body).toMatchObject({
      anthropic_version: "bedrock-2023-05-31",
      anthropic_beta: ["context-1m-2025-08-07"],
      messages: [{ role: "user" }],
    });
    for (const field of ["model", "stream", "service_tier"]) expect(body).not.toHaveProperty(field);
    expect(request.dropped).toEqual(["service_tier"]);
    request.sign?.(request, 0);
    expect(request.headers.authorization).toContain("/us-west-2/bedrock/aws4_request");
  });

  it("read the events inside the frames, with reasoning and signature", () => {
    const call = aChatCall({ model, stream: true });
    for (const longest of [1, 50, 5000]) {
      const parts = readPieces(provider, call, cutRandomly(stream, longest, createRandom(longest)));
      expect(collectParts(parts)).toMatchObject({
        text: "Grüße\n🏔️",
        reasoning: "Hm",
        signatures: ["c2ln"],
        usage: { ...noUsage, input: 10, cached_read: 5, output: 7 },
        ended: true,
      });
    }
  });

  it("break off with a problem at an exception", () => {
    const call = aChatCall({ model, stream: true });
    const parts = readPieces(provider, call, [frameChunk(events[0]!), throttled]);
    expect(parts.at(-1)).toMatchObject({ type: "problem", problem: { kind: "rate", message: "Slow down." } });
  });
});

describe("the native path of Claude", () => {
  it("exists for Claude and Messages only", () => {
    expect(native.supports("anthropic-messages", model, channel)).toBe(true);
    expect(native.supports("anthropic-messages", "amazon.nova-pro-v1:0", channel)).toBe(false);
    expect(native.supports("anthropic-count-tokens", model, channel)).toBe(false);
    expect(native.supports("openai-chat", model, channel)).toBe(false);
  });

  it("moves fields that Bedrock expects elsewhere, keeps the others, and drops unsupported betas", () => {
    const sent = { model, stream: false, max_tokens: 5, messages: [], x_unknown: [1] };
    const request = native.buildRequest(
      {
        format: "anthropic-messages",
        model,
        stream: false,
        body: Buffer.from(JSON.stringify(sent)),
        headers: {
          "anthropic-version": "2023-06-01",
          "anthropic-beta": "claude-code-20250219, interleaved-thinking-2025-05-14",
        },
      },
      channel,
    );
    expect(request.url).toMatch(/\/invoke$/);
    expect(JSON.parse(String(request.body))).toEqual({
      max_tokens: 5,
      messages: [],
      x_unknown: [1],
      anthropic_version: "bedrock-2023-05-31",
      anthropic_beta: ["interleaved-thinking-2025-05-14"],
    });
    expect(request.headers).not.toHaveProperty("anthropic-beta");
    expect(request.dropped).toEqual(["anthropic-beta.claude-code-20250219"]);
  });

  function reframe(pieces: Iterable<Uint8Array>): string {
    const reframer = native.reframe!("anthropic-messages");
    const text = [...pieces].map((piece) => reframer.push(Buffer.from(piece)).toString("utf8")).join("");
    return text + reframer.end().toString("utf8");
  }

  it("converts frames to the events that Anthropic's own SDK reads", async () => {
    const expected = events
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join("");
    for (const longest of [1, 33, 5000])
      expect(reframe(cutRandomly(stream, longest, createRandom(longest)))).toBe(expected);

    const headers = { "content-type": "text/event-stream" };
    const client = new Anthropic({
      apiKey: "unused",
      maxRetries: 0,
      fetch: () => Promise.resolve(new Response(reframe([stream]), { headers })),
    });
    const message = await client.messages
      .stream({ model: "claude-opus-4-8", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] })
      .finalMessage();
    expect(message.content).toMatchObject([
      { type: "thinking", thinking: "Hm", signature: "c2ln" },
      { type: "text", text: "Grüße\n🏔️" },
    ]);
  });

  it("keeps an event whole if its JSON has line breaks or another order", () => {
    const bytes = Buffer.from('{\n  "index": 1,\r\n  "type": "content_block_stop"\n}').toString("base64");
    const frame = frameAwsMessage(
      { ":message-type": "event", ":event-type": "chunk" },
      JSON.stringify({ bytes }),
    );
    const [head, data, ...rest] = reframe([frame]).split("\n");
    expect([head, ...rest]).toEqual(["event: content_block_stop", "", ""]);
    expect(JSON.parse(data!.replace("data: ", ""))).toEqual({ index: 1, type: "content_block_stop" });
  });

  it("converts an exception to an error event that parses as the same problem", () => {
    const text = reframe([frameChunk(events[0]!), throttled]);
    const data = text.split("\n\n").at(-2)!.replace("event: error\ndata: ", "");
    expect(JSON.parse(data)).toEqual({
      type: "error",
      error: { type: "rate_limit_error", message: "Slow down." },
    });
    expect(provider.readProblem(200, data, {})).toMatchObject({ kind: "rate", message: "Slow down." });
  });

  it("emits nothing for half a frame, and rejects a damaged one", () => {
    const whole = frameChunk(events[0]!);
    expect(reframe([stream.subarray(0, whole.length + 20)])).toMatch(/^event: message_start\n.*\n\n$/);
    const damaged = Buffer.from(stream);
    damaged[40]! ^= 1;
    expect(() => reframe([damaged])).toThrow(UnreadableAnswer);
  });
});
