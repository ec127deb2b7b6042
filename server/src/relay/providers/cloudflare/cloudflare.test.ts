import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { readPieces } from "../../../../test/conformance/feed-stream.ts";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ImageCall } from "../../canonical/image.ts";
import type { TranscriptionCall } from "../../canonical/transcription.ts";
import { CannotServe } from "../provider.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
  skip: { "usage with cached tokens": "the vendor reports no caching" },
});

const channel = aChannelView({ baseUrl: "https://api.cloudflare.com", key: "acc1|token" });
const run = { ...channel, plugin: { protocol: { legacy: true } } };
const account = "https://api.cloudflare.com/client/v4/accounts/acc1/ai";
const model = "@cf/meta/llama-3.1-8b-instruct";
const answerOf = (body: unknown) => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) });

describe("cloudflare, compatible", () => {
  it("moves the account from the key into the URL", () => {
    const request = provider.chat!.buildRequest(aChatCall({ model }), channel);
    expect(request.url).toBe(`${account}/v1/chat/completions`);
    expect(request.headers.authorization).toBe("Bearer token");
    expect(JSON.parse(String(request.body))).toMatchObject({ model });
    const passed = provider.native?.buildRequest(
      { format: "openai-chat", model, stream: false, body: Buffer.from("{}"), headers: {} },
      channel,
    );
    expect(passed?.url).toBe(`${account}/v1/chat/completions`);
    expect(provider.account?.buildModelList(channel).url).toContain(`${account}/models/search`);
  });

  it("supports the paths of an AI Gateway", () => {
    const gateway = { ...channel, baseUrl: "https://gateway.ai.cloudflare.com/v1/acc1/gw/workers-ai" };
    expect(provider.chat!.buildRequest(aChatCall(), gateway).url).toBe(
      "https://gateway.ai.cloudflare.com/v1/acc1/gw/workers-ai/v1/chat/completions",
    );
    const request = provider.chat!.buildRequest(aChatCall({ model }), { ...gateway, plugin: run.plugin });
    expect(request.url).toBe(`https://gateway.ai.cloudflare.com/v1/acc1/gw/workers-ai/${model}`);
  });
});

describe("cloudflare, run", () => {
  it("puts the model into the URL only", () => {
    const request = provider.chat!.buildRequest(
      aChatCall({ model, stream: true, maxOutputTokens: 9, stop: ["x"] }),
      run,
    );
    expect(request.url).toBe(`${account}/run/${model}`);
    expect(JSON.parse(String(request.body))).toEqual({
      messages: [{ role: "user", content: "Hello" }],
      stream: true,
      max_tokens: 9,
    });
    expect(request.dropped).toEqual(["stop"]);
    expect(provider.native?.supports("openai-chat", model, run)).toBe(false);
  });

  it("reads whole answers with or without usage, tools and the newer format", () => {
    const read = (result: object) =>
      collectResult(provider.chat!.readResponse({ success: true, errors: [], result }, aChatCall()));
    expect(read({ response: "Hi" })).toMatchObject({ text: "Hi", stop: "stop", usage: undefined });
    const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
    expect(read({ response: "Hi", usage }).usage).toMatchObject({ input: 5, output: 2 });
    expect(read({ response: { answer: 1 } }).text).toBe('{"answer":1}');
    expect(read({ response: null, tool_calls: [{ name: "f", arguments: { a: 1 } }] })).toMatchObject({
      stop: "tool-calls",
      tools: [{ name: "f", arguments: '{"a":1}' }],
    });
    const choices = [{ index: 0, message: { content: "New" }, finish_reason: "length" }];
    expect(read({ choices })).toMatchObject({ text: "New", stop: "length" });
  });

  it("reads streams", () => {
    const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
    const events = [{ response: "H", p: "ab" }, { response: "i" }, { response: "", usage }];
    const bytes = Buffer.from(
      `${events.map((data) => `data: ${JSON.stringify(data)}\n\n`).join("")}data: [DONE]\n\n`,
    );
    expect(collectParts(readPieces(provider, aChatCall({ stream: true }), [bytes]))).toMatchObject({
      text: "Hi",
      stop: "stop",
      ended: true,
      usage: { input: 5, output: 2 },
    });
    const cut = readPieces(provider, aChatCall({ stream: true }), [bytes.subarray(0, 40)]);
    expect(collectParts(cut)).toMatchObject({ stop: undefined, ended: false });
  });

  it("reports problems inside answers with status 200", () => {
    const refusal = { success: false, errors: [{ code: 3040, message: "Capacity" }], result: {} };
    expect(() => provider.chat!.readResponse(refusal, aChatCall())).toThrow("Capacity");
    const bytes = Buffer.from(JSON.stringify(refusal));
    expect(readPieces(provider, aChatCall({ stream: true }), [bytes])).toMatchObject([
      { type: "problem", problem: { kind: "overload", code: "3040", message: "Capacity" } },
    ]);
  });
});

describe("cloudflare, images", () => {
  const picture: ImageCall = {
    model: "@cf/black-forest-labs/flux-1-schnell",
    operation: "generate",
    prompt: "A cat",
    count: 1,
    size: "512x768",
    quality: "hd",
    answer: "base64",
    images: [],
    extras: { steps: 4 },
  };

  it("generates images from text", () => {
    const request = provider.images!.buildRequest(picture, channel);
    expect(request.url).toBe(`${account}/run/@cf/black-forest-labs/flux-1-schnell`);
    expect(JSON.parse(String(request.body))).toEqual({ prompt: "A cat", steps: 4, width: 512, height: 768 });
    expect(request.dropped).toEqual(["quality"]);
    expect(() => provider.images!.buildRequest({ ...picture, operation: "edit" }, channel)).toThrow(
      CannotServe,
    );
  });

  it("reads images as bytes or within JSON", () => {
    const usage = { ...noUsage, input: 1000 };
    const bytes = { status: 200, headers: { "content-type": "image/png" }, body: Buffer.from("ABC") };
    expect(provider.images!.readResponse(bytes, picture)).toEqual({
      images: [{ base64: "QUJD", mediaType: "image/png" }],
      usage,
    });
    const within = answerOf({ success: true, result: { image: "QUJD" } });
    expect(provider.images!.readResponse(within, picture)).toEqual({ images: [{ base64: "QUJD" }], usage });
    const refusal = answerOf({ success: false, errors: [{ code: 5006, message: "Bad input" }] });
    expect(() => provider.images!.readResponse(refusal, picture)).toThrow("Bad input");
  });
});

describe("cloudflare, transcription", () => {
  const call: TranscriptionCall = {
    model: "@cf/openai/whisper-large-v3-turbo",
    file: { name: "a.mp3", mediaType: "audio/mpeg", bytes: Buffer.from("ABC") },
    translate: true,
    format: "verbose_json",
    language: "de",
    prompt: "Names",
  };

  it("sends the newer model JSON and the older ones the file", () => {
    const request = provider.transcription!.buildRequest(call, channel);
    expect(JSON.parse(String(request.body))).toEqual({
      audio: "QUJD",
      task: "translate",
      language: "de",
      initial_prompt: "Names",
    });
    const older = { ...call, model: "@cf/openai/whisper" };
    expect(() => provider.transcription!.buildRequest(older, channel)).toThrow(CannotServe);
    const plain = provider.transcription!.buildRequest({ ...older, translate: false }, channel);
    expect(plain.body).toEqual(Buffer.from("ABC"));
    expect(plain.dropped).toEqual(["language", "prompt"]);
  });

  it("reads text, segments and words", () => {
    const word = { word: "Hi", start: 0, end: 0.4 };
    const result = {
      text: "Hi",
      transcription_info: { language: "en", duration: 1.5 },
      segments: [{ start: 0, end: 1, text: "Hi", words: [word] }, null],
    };
    expect(provider.transcription!.readResponse(answerOf({ success: true, result }), call)).toEqual({
      text: "Hi",
      language: "en",
      duration: 1.5,
      segments: [{ start: 0, end: 1, text: "Hi" }],
      words: [word],
    });
    expect(() => provider.transcription!.readResponse(answerOf({ result: {} }), call)).toThrow("no text");
  });
});
