import { readFileSync } from "node:fs";
import Anthropic from "@anthropic-ai/sdk";
import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frameAwsMessage, frameLines, type Framing } from "../conformance/feed-stream.ts";
import {
  type Answer,
  type FakeUpstream,
  jsonAnswer,
  type SeenRequest,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Upstreams whose streams are not server-sent events, or begin with a ticket, through the whole relay. */
const greeting = "Grüße aus Genf — 日内瓦 🏔️.";
const nova = "amazon.nova-lite-v1:0";
const claude = "us.anthropic.claude-opus-4-8";
const awsKey = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI" };
const channels = [
  { type: 32, models: [nova, claude], key: `eu-west-1|${awsKey.accessKeyId}|${awsKey.secretAccessKey}` },
  { type: 36, models: ["command-x"], key: "cohere-key-0123456789" },
  { type: 39, models: ["llama-x"], key: "ollama-key-0123456789" },
  { type: 52, models: ["owner/llm"], key: "replicate-key-0123456789" },
];

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
let openai: OpenAI;
let anthropic: Anthropic;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.clearPrices();
  for (const channel of channels) {
    for (const model of channel.models)
      await running.aPrice({ model, type: "tokens", channel_type: channel.type, input: 2, output: 3 });
    await running.aChannel({ ...channel, base_url: upstream.url });
  }
  key = (await running.aToken()).key;
  openai = new OpenAI({ baseURL: `${running.url}/v1`, apiKey: key, maxRetries: 0 });
  anthropic = new Anthropic({ baseURL: running.url, apiKey: key, maxRetries: 0 });
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
});

/** A stream in chunks of a few bytes. */
function play(bytes: Buffer, type: string): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": type });
    for (let at = 0; at < bytes.length; at += 40) response.write(bytes.subarray(at, at + 40));
    response.end();
  };
}

function fixture(provider: string, framing: Framing): Buffer {
  const file = new URL(`../../src/relay/providers/${provider}/__fixtures__/chat.chunks.txt`, import.meta.url);
  return frameLines(readFileSync(file, "utf8").split("\n").filter(Boolean), framing);
}

async function streamOf(model: string): Promise<OpenAI.Chat.Completions.ChatCompletion> {
  const stream = openai.chat.completions.stream({
    model,
    messages: [{ role: "user", content: "Hi" }],
    stream_options: { include_usage: true },
  });
  return await stream.finalChatCompletion();
}

/** True if the request has the signature that AWS's own signer computes for it. */
async function isSigned({ method, path, headers, text }: SeenRequest): Promise<boolean> {
  const scope = { region: "eu-west-1", service: "bedrock" };
  const signer = new SignatureV4({ credentials: awsKey, ...scope, sha256: Sha256 });
  const date = String(headers["x-amz-date"]).replace(
    /^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/,
    "$1-$2-$3:$4:$5",
  );
  const { host = "", "content-type": contentType = "" } = headers;
  const signed = await signer.sign(
    {
      method,
      path,
      protocol: "http:",
      hostname: host,
      headers: { host, "content-type": contentType },
      body: text,
    },
    { signingDate: new Date(date) },
  );
  return signed.headers.authorization === headers.authorization;
}

describe("Bedrock", () => {
  it("streams Converse to OpenAI's SDK, signed as AWS signs", async () => {
    upstream.answer(play(fixture("bedrock", "aws-event-stream"), "application/vnd.amazon.eventstream"));
    const completion = await streamOf(nova);
    expect(completion.choices[0]).toMatchObject({ message: { content: greeting }, finish_reason: "stop" });
    expect(completion.usage).toMatchObject({ prompt_tokens: 921, completion_tokens: 41 });
    expect(upstream.seen[0]?.path).toBe("/model/amazon.nova-lite-v1%3A0/converse-stream");
    expect(await isSigned(upstream.seen[0]!)).toBe(true);
    const { logs } = await running.books();
    expect(logs[0]).toMatchObject({ prompt_tokens: 921, completion_tokens: 41 });
  });

  const events = [
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: greeting } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 7 } },
    { type: "message_stop" },
  ].map((event) => {
    const payload = JSON.stringify({ bytes: Buffer.from(JSON.stringify(event)).toString("base64") });
    return frameAwsMessage({ ":message-type": "event", ":event-type": "chunk" }, payload);
  });
  const request = { model: claude, max_tokens: 50, messages: [{ role: "user" as const, content: "Hi" }] };

  it("streams Claude natively to Anthropic's SDK and translated to OpenAI's", async () => {
    upstream.answer(play(Buffer.concat(events), "application/vnd.amazon.eventstream"));
    const message = await anthropic.messages.stream(request).finalMessage();
    expect(message).toMatchObject({
      content: [{ text: greeting }],
      usage: { input_tokens: 10, output_tokens: 7 },
    });
    expect(await isSigned(upstream.seen[0]!)).toBe(true);
    expect((await streamOf(claude)).choices[0]?.message.content).toBe(greeting);
    const { logs } = await running.books();
    expect(logs.map((log) => [log.prompt_tokens, log.completion_tokens, log.metadata.native])).toEqual([
      [10, 7, true],
      [10, 7, false],
    ]);
  });

  it("reports an exception in the middle of a native stream in Anthropic's format", async () => {
    const exception = frameAwsMessage(
      { ":message-type": "exception", ":exception-type": "modelStreamErrorException" },
      '{"message":"The model broke."}',
    );
    upstream.answer(
      play(Buffer.concat([...events.slice(0, 3), exception]), "application/vnd.amazon.eventstream"),
    );
    await expect(anthropic.messages.stream(request).finalMessage()).rejects.toThrow(/error/);
    const { logs } = await running.books();
    expect(logs[0]?.metadata.end_reason).not.toBe("completed");
  });
});

describe("other streams", () => {
  it("come from Cohere", async () => {
    const done = Buffer.from("data: [DONE]\n\n");
    upstream.answer(play(Buffer.concat([fixture("cohere", "event-and-data"), done]), "text/event-stream"));
    const completion = await streamOf("command-x");
    expect(completion.choices[0]).toMatchObject({ message: { content: greeting }, finish_reason: "stop" });
    expect(completion.usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 9 });
  });

  it("come from Ollama line by line", async () => {
    upstream.answer(play(fixture("ollama", "ndjson"), "application/x-ndjson"));
    const completion = await streamOf("llama-x");
    expect(completion.choices[0]).toMatchObject({ message: { content: greeting }, finish_reason: "stop" });
    expect(completion.usage).toMatchObject({ prompt_tokens: 32, completion_tokens: 18 });
  });

  it("come from the URL in Replicate's ticket", async () => {
    const ticket = {
      id: "abc",
      status: "starting",
      urls: { stream: `${upstream.url}/v1/streams/abc` },
      error: null,
    };
    upstream.answer(jsonAnswer(ticket, 201), play(fixture("replicate", "named-text"), "text/event-stream"));
    const completion = await streamOf("owner/llm");
    expect(completion.choices[0]).toMatchObject({ message: { content: greeting }, finish_reason: "stop" });
    expect(upstream.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /v1/models/owner/llm/predictions",
      "GET /v1/streams/abc",
    ]);
    expect(upstream.seen[1]?.headers.authorization).toBe("Bearer replicate-key-0123456789");
  });

  it("come whole from a Replicate model that does not stream", async () => {
    const metrics = { input_token_count: 4, output_token_count: 6 };
    upstream.answer(
      jsonAnswer({ id: "abc", status: "succeeded", output: [greeting], error: null, metrics }, 201),
    );
    const completion = await streamOf("owner/llm");
    expect(completion.choices[0]?.message.content).toBe(greeting);
    expect(completion.usage).toMatchObject({ prompt_tokens: 4, completion_tokens: 6 });
  });
});
