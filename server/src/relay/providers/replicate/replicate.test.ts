import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { collectParts } from "../../../../test/conformance/collect-parts.ts";
import { readPieces } from "../../../../test/conformance/feed-stream.ts";
import {
  aChannelView,
  aChatCall,
  type ConformanceCase,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import { createRandom, cutRandomly } from "../../../../test/conformance/random-cuts.ts";
import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import { CannotServe, type UpstreamRequest } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { provider } from "./index.ts";
import { chatToWire } from "./to-wire.ts";

const stopped: ConformanceCase["stopped"] = () => ({
  body: { id: "x", status: "succeeded", output: ["Half a"] },
  lines: ['{"event":"output","data":"Half a"}', '{"event":"done","data":"{}"}'],
});

const noTools = "Replicate's models are given a prompt alone";
describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "named-text",
  stops: { succeeded: "stop" },
  stopped,
  skip: {
    "tool call": noTools,
    "several tool calls": noTools,
    "image input": noTools,
    "usage with cached tokens": "metrics contain no cache",
    "usage in a stream": "streams report none",
    "model list": "the list is of thousands of models of everyone's",
  },
});

const chat = provider.chat!;
const channel = aChannelView({ baseUrl: "https://api.replicate.com", key: "secret" });
const model = "meta/meta-llama-3-70b-instruct";

function answer(body: unknown) {
  return {
    status: 201,
    headers: {},
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  };
}

function build(more: Partial<ChatCall> = {}, view = channel): UpstreamRequest {
  return chat.buildRequest(aChatCall({ model, ...more }), view);
}

describe("replicate predictions", () => {
  it("are created at the model's path, or by version", () => {
    const request = build({ maxOutputTokens: 9 });
    expect(request).toMatchObject({
      method: "POST",
      url: "https://api.replicate.com/v1/models/meta/meta-llama-3-70b-instruct/predictions",
      headers: { authorization: "Bearer secret", prefer: "wait" },
    });
    expect(JSON.parse(String(request.body))).toEqual({ input: { prompt: "Hello", max_tokens: 9 } });
    const version = build({ model: "someone/a-b.c:abc123" });
    expect(version.url).toBe("https://api.replicate.com/v1/predictions");
    expect(JSON.parse(String(version.body))).toMatchObject({ version: "abc123" });
    for (const odd of ["../account", "a/..", "a/b/c", "a", "a/b?x", "a/b#x", "a/b:", "a\\b/c"])
      expect(() => build({ model: odd }), odd).toThrow(CannotServe);
    const custom = aChannelView({ customParameters: { max_tokens: 5, top_k: 7 } });
    expect(JSON.parse(String(build({ topK: 3 }, custom).body))).toMatchObject({
      input: { max_tokens: 5, top_k: 3 },
    });
    const forbidden = aChannelView({ customParameters: { remove_params: ["top_k", "prompt.x"] } });
    expect(JSON.parse(String(build({ topK: 3 }, forbidden).body))).toEqual({ input: { prompt: "Hello" } });
  });

  it("are polled while they run, at our own address and not forever", () => {
    const running = { id: "abc/../x", status: "processing", urls: { get: "https://evil.test/x" } };
    let request = build();
    for (let call = 0; call < 60; call++) {
      const next = request.follow?.(answer(running), call);
      expect(next?.waitMilliseconds).toBe(2000);
      expect(next?.request).toMatchObject({
        method: "GET",
        url: "https://api.replicate.com/v1/predictions/abc%2F..%2Fx",
        headers: { authorization: "Bearer secret" },
      });
      request = next!.request;
    }
    expect(request.follow?.(answer(running), 60)).toBeUndefined();
    for (const status of ["succeeded", "failed", "canceled", "aborted", undefined])
      expect(build().follow?.(answer({ id: "a", status }), 0)).toBeUndefined();
    expect(build().follow?.(answer("<html>"), 0)).toBeUndefined();
    expect(build().follow?.(answer({ status: "starting" }), 0)).toBeUndefined();
  });

  it("stream from Replicate's own hosts and from nowhere else", () => {
    const streamFrom = (url: string, view = channel) =>
      build({ stream: true }, view).follow?.(
        answer({ id: "a", status: "starting", urls: { stream: url } }),
        0,
      )?.request;
    for (const url of ["https://stream.replicate.com/v1/files/a", "https://api.replicate.com/v1/streams/a"]) {
      const request = streamFrom(url);
      expect(request).toMatchObject({
        method: "GET",
        url,
        headers: { accept: "text/event-stream", authorization: "Bearer secret" },
      });
      expect(request?.follow).toBeUndefined();
    }
    const own = aChannelView({ baseUrl: "http://127.0.0.1:9/replicate" });
    expect(streamFrom("http://127.0.0.1:9/s", own)?.url).toBe("http://127.0.0.1:9/s");
    const unsafe: [string, typeof channel][] = [
      ["http://stream.replicate.com/x", channel],
      ["https://stream.replicate.com:8443/x", channel],
      ["https://evilreplicate.com/x", channel],
      ["https://replicate.com.evil.test/x", channel],
      ["https://user:pw@stream.replicate.com/x", channel],
      ["file:///etc/passwd", channel],
      ["/v1/relative", channel],
      ["https://stream.replicate.com/x", own],
      ["http://127.0.0.1:10/s", own],
    ];
    for (const [url, view] of unsafe)
      expect(new URL(streamFrom(url, view)!.url).pathname, url).toMatch(/\/v1\/predictions\/a$/);
  });

  it("do not wait if streamed, and fall back to polling without a stream", () => {
    const request = build({ stream: true });
    expect(request.headers).not.toHaveProperty("prefer");
    expect(JSON.parse(String(request.body))).toMatchObject({ stream: true });
    const next = request.follow?.(answer({ id: "a", status: "starting", urls: {} }), 0);
    expect(next?.request.url).toBe("https://api.replicate.com/v1/predictions/a");
    expect(next?.request.follow?.(answer({ id: "a", status: "succeeded" }), 1)).toBeUndefined();
  });
});

describe("replicate answers", () => {
  const call = aChatCall({ stream: true });

  it("arrive whole if a model does not stream", () => {
    const metrics = { input_token_count: 1, output_token_count: 2 };
    const body = Buffer.from(JSON.stringify({ id: "a", status: "succeeded", output: "Grüße 🏔️", metrics }));
    for (const longest of [1, 7, 500])
      expect(
        collectParts(readPieces(provider, call, cutRandomly(body, longest, createRandom(3)))),
      ).toMatchObject({
        id: "a",
        text: "Grüße 🏔️",
        stop: "stop",
        usage: { ...noUsage, input: 1, output: 2 },
        ended: true,
      });
    const failed = Buffer.from('{"status":"failed","error":"No GPU"}');
    expect(readPieces(provider, call, [failed])).toEqual([
      { type: "problem", problem: { kind: "server", status: 200, message: "No GPU", type: "failed" } },
    ]);
    const silent = Buffer.from('{"status":"canceled","error":null}');
    expect(() => readPieces(provider, call, [silent])).toThrow(UnreadableAnswer);
  });

  it("keep line breaks and spaces of each piece", () => {
    const text =
      "event: output\nid: 1:0\ndata: One\ndata: \ndata:  two\n\nevent: output\ndata: \ndata: \n\nevent: done\ndata: {}\n\n";
    expect(collectParts(readPieces(provider, call, [Buffer.from(text)]))).toMatchObject({
      text: "One\n\n two\n",
      ended: true,
    });
  });

  it("break off with a problem, and never end without their final event", () => {
    const read = (tail: string) =>
      readPieces(provider, call, [Buffer.from(`event: output\ndata: Hi\n\n${tail}`)]);
    expect(collectParts(read(""))).toMatchObject({ text: "Hi", ended: false });
    expect(read('event: error\ndata: {"detail":"Out of memory"}\n\n').at(-1)).toMatchObject({
      problem: { kind: "server", message: "Out of memory" },
    });
    expect(read("event: error\ndata: plain words\n\n").at(-1)).toMatchObject({
      problem: { message: "plain words" },
    });
    expect(read('event: done\ndata: {"reason":"canceled"}\n\n').at(-1)).toMatchObject({
      problem: { message: "the prediction ended early: canceled" },
    });
    expect(read("event: logs\ndata: loading\n\nevent: done\ndata: {}\n\n").at(-1)).toEqual({ type: "end" });
  });

  it("are rejected unless they succeeded", () => {
    const whole = (body: unknown) => () => chat.readResponse(body, call);
    expect(whole({ status: "processing", output: null })).toThrow("did not finish");
    expect(whole({ status: "failed", error: "No GPU" })).toThrow("the prediction failed: No GPU");
    expect(whole({ status: "canceled" })).toThrow("without a reason");
    expect(whole({ id: "x" })).toThrow("no output");
    expect(chat.readResponse({ status: "succeeded", output: null }, call).choices[0]?.content).toEqual([]);
  });
});

describe("replicate requests", () => {
  const prompt = (...messages: ChatMessage[]) => chatToWire(aChatCall({ messages })).input.prompt;
  const messageOf = (role: "system" | "user" | "assistant", text: string) =>
    ({ role, content: [{ type: "text", text }] }) as ChatMessage;

  it("flatten a conversation with role names, and leave a single question unchanged", () => {
    expect(prompt(messageOf("user", "Hi"))).toBe("Hi");
    expect(
      prompt(
        messageOf("system", "Be brief."),
        messageOf("user", "Hi"),
        messageOf("assistant", "Yes?"),
        messageOf("user", "Go"),
      ),
    ).toBe("system:\nBe brief.\n\nuser:\nHi\n\nassistant:\nYes?\n\nuser:\nGo\n\nassistant:\n");
    expect(prompt(messageOf("user", "Count"), messageOf("assistant", "1, 2,"))).toBe(
      "user:\nCount\n\nassistant:\n1, 2,",
    );
    expect(prompt(messageOf("user", "a"), messageOf("user", "b"))).toBe("user:\na\nb\n\nassistant:\n");
  });

  it("report what they do not support", () => {
    const messages: ChatMessage[] = [
      {
        role: "user",
        content: [
          { type: "text", text: "Hi", cache: {} },
          { type: "image", source: { kind: "url", url: "https://a.test/x.png" } },
          { type: "file", source: { kind: "text", text: "Notes" } },
        ],
      },
      { role: "assistant", content: [{ type: "tool-call", id: "t", name: "f", arguments: "{}" }] },
      {
        role: "user",
        content: [{ type: "tool-result", toolCallId: "t", content: [{ type: "text", text: "sun" }] }],
      },
    ];
    const { input, dropped } = chatToWire(
      aChatCall({ messages, tools: [{ name: "f" }], stop: ["a,b", "END"], responseFormat: { type: "json" } }),
    );
    expect(input).toEqual({
      prompt: "user:\nHi\nNotes\n\ntool:\nsun\n\nassistant:\n",
      stop_sequences: "END",
    });
    expect(dropped.sort()).toEqual(
      ["cache_control", "messages.image", "messages.tool_calls", "stop", "tools", "response_format"].sort(),
    );
  });
});

describe("replicate images", () => {
  const call = {
    model: "black-forest-labs/flux-schnell",
    operation: "generate" as const,
    prompt: "A mountain",
    count: 2,
    answer: "url" as const,
    images: [],
    extras: { seed: 3 },
  };
  const images = provider.images!;

  it("are generated from text, in the nearest aspect ratio", () => {
    const input = (more: object) =>
      (JSON.parse(String(images.buildRequest({ ...call, ...more }, channel).body)) as { input: object })
        .input;
    expect(input({ size: "1792x1024", outputFormat: "jpeg" })).toEqual({
      seed: 3,
      prompt: "A mountain",
      num_outputs: 2,
      aspect_ratio: "16:9",
      output_format: "jpg",
    });
    expect(input({ size: "1024x1024" })).toMatchObject({ aspect_ratio: "1:1" });
    expect(input({ size: "9:21" })).toMatchObject({ aspect_ratio: "9:21" });
    for (const size of ["auto", "0x0", "1024x0"]) expect(input({ size })).not.toHaveProperty("aspect_ratio");
    const request = images.buildRequest({ ...call, answer: "base64", quality: "hd", endUser: "u" }, channel);
    expect(request.dropped).toEqual(["quality", "user", "response_format"]);
    expect(request.follow?.(answer({ id: "a", status: "starting" }), 0)?.waitMilliseconds).toBe(2000);
    expect(() => images.buildRequest({ ...call, operation: "edit" }, channel)).toThrow("from text");
  });

  it("arrive by URL or as data", () => {
    const read = (output: unknown) =>
      images.readResponse(answer({ status: "succeeded", output, created_at: "2026-07-01T12:00:00Z" }), call);
    const url = "https://replicate.delivery/x.png";
    const created = Date.UTC(2026, 6, 1, 12) / 1000;
    expect(read(url)).toEqual({ created, images: [{ url }] });
    expect(read([url, "data:image/webp;base64,AA==", 5])).toEqual({
      created,
      images: [{ url }, { mediaType: "image/webp", base64: "AA==" }],
    });
    expect(() => read([])).toThrow("no images");
    expect(() => images.readResponse(answer({ status: "failed", error: "NSFW" }), call)).toThrow("NSFW");
  });
});
