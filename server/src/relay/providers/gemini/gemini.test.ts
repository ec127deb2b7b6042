import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import {
  aChannelView,
  aChatCall,
  type ConformanceCase,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { NativeCall } from "../provider.ts";
import { provider } from "./index.ts";

const stopped: ConformanceCase["stopped"] = (word) => {
  const answer = (text: string, finishReason?: string) => ({
    candidates: [{ content: { parts: [{ text }], role: "model" }, index: 0, finishReason }],
    responseId: "r",
  });
  return {
    body: answer("Half a", word),
    lines: [answer("Half a"), answer("", word)].map((event) => JSON.stringify(event)),
  };
};

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: {
    STOP: "stop",
    MAX_TOKENS: "length",
    SAFETY: "filter",
    RECITATION: "filter",
    LANGUAGE: "filter",
    BLOCKLIST: "filter",
    PROHIBITED_CONTENT: "filter",
    SPII: "filter",
    IMAGE_SAFETY: "filter",
    CONTINUATION: "pause",
    MALFORMED_FUNCTION_CALL: "stop",
    OTHER: "stop",
    TOMORROW: "stop",
  },
  stopped,
});

const chat = provider.chat!;

function read(lines: object[], call = aChatCall({ stream: true })): ChatStreamPart[] {
  const reader = chat.streamReader(call);
  return [
    ...lines.flatMap((line) => reader.read({ event: "", data: JSON.stringify(line) })),
    ...reader.end(),
  ];
}

const candidate = (parts: object[], more: object = {}) => ({
  candidates: [{ content: { parts, role: "model" }, index: 0, ...more }],
  responseId: "r",
  modelVersion: "m",
});

describe("requests", () => {
  it("use the version and model of the channel, with the key in a header", () => {
    const built = chat.buildRequest(aChatCall({ model: "gemini-2.5-flash" }), aChannelView());
    expect(built.url).toBe("https://upstream.test/v1beta/models/gemini-2.5-flash:generateContent");
    expect(built.headers["x-goog-api-key"]).toBe("test-key");
    const streamed = chat.buildRequest(
      aChatCall({ model: "tunedModels/mine", stream: true }),
      aChannelView({ other: "v1", baseUrl: "https://upstream.test/" }),
    );
    expect(streamed.url).toBe("https://upstream.test/v1/tunedModels/mine:streamGenerateContent?alt=sse");
    const versioned = aChannelView({ baseUrl: "https://gateway.test/google/v1beta" });
    expect(chat.buildRequest(aChatCall({ model: "m" }), versioned).url).toBe(
      "https://gateway.test/google/v1beta/models/m:generateContent",
    );
  });

  it("add code execution if the channel enables it, but not together with functions of an older model", () => {
    const channel = aChannelView({ plugin: { code_execution: { enable: true } } });
    const tools = [{ name: "f" }];
    const bodyOf = (model: string, more: object = {}) => {
      const request = chat.buildRequest(aChatCall({ model, ...more }), channel);
      return { body: JSON.parse(String(request.body)) as { tools: object[] }, dropped: request.dropped };
    };
    expect(bodyOf("gemini-2.5-flash").body.tools).toEqual([{ codeExecution: {} }]);
    expect(bodyOf("gemini-2.5-flash", { tools })).toMatchObject({
      body: { tools: [{ functionDeclarations: [{ name: "f" }] }] },
      dropped: ["tools.codeExecution"],
    });
    expect(bodyOf("gemini-3.8-flash", { tools }).body).toMatchObject({
      tools: [{ functionDeclarations: [{ name: "f" }] }, { codeExecution: {} }],
      toolConfig: { includeServerSideToolInvocations: true },
    });
  });

  it("merge the channel's parameters, object by object, under the call's", () => {
    const channel = (overwrite: boolean) =>
      aChannelView({ customParameters: { overwrite, generationConfig: { temperature: 1, topK: 5 } } });
    const configOf = (overwrite: boolean) => {
      const request = chat.buildRequest(aChatCall({ temperature: 0.5 }), channel(overwrite));
      return (JSON.parse(String(request.body)) as { generationConfig: object }).generationConfig;
    };
    expect(configOf(false)).toEqual({ temperature: 0.5, topK: 5 });
    expect(configOf(true)).toEqual({ temperature: 1, topK: 5 });
  });

  it("omit fields that the channel forbids, in any spelling", () => {
    const customParameters = { remove_params: ["generation_config.temperature", "contents.0.role"] };
    const request = chat.buildRequest(
      aChatCall({ temperature: 0.5, topK: 3 }),
      aChannelView({ customParameters }),
    );
    const body = JSON.parse(String(request.body)) as { contents: object[]; generationConfig: object };
    expect(body.generationConfig).toEqual({ topK: 3 });
    expect(body.contents[0]).not.toHaveProperty("role");
  });

  it("fetch images as bytes, except those that Google fetches itself", () => {
    const inline = (url: string) => chat.needsInline?.(url, "image");
    expect(inline("https://pictures.test/cat.jpg")).toBe(true);
    expect(inline("https://generativelanguage.googleapis.com/v1beta/files/abc")).toBe(false);
    expect(inline("gs://bucket/cat.jpg")).toBe(false);
    expect(inline("https://www.youtube.com/watch?v=1")).toBe(false);
    expect(inline("https://youtu.be/1")).toBe(false);
    expect(inline("https://youtube.com.evil.test/1")).toBe(true);
  });
});

describe("native calls", () => {
  const call = (more: Partial<NativeCall>): NativeCall => ({
    format: "gemini-generate",
    model: "m",
    stream: false,
    body: Buffer.from("{}"),
    headers: {},
    ...more,
  });
  const urlOf = (more: Partial<NativeCall>, other = "v1beta") =>
    provider.native!.buildRequest(call(more), aChannelView({ other })).url;

  it("keep the version and action of the caller's path", () => {
    expect(urlOf({ version: "v1alpha", action: "generateContent" })).toBe(
      "https://upstream.test/v1alpha/models/m:generateContent",
    );
    expect(urlOf({ stream: true, action: "streamGenerateContent" }, "v1")).toBe(
      "https://upstream.test/v1/models/m:streamGenerateContent?alt=sse",
    );
    expect(urlOf({ format: "gemini-count-tokens" })).toMatch(/m:countTokens$/);
    expect(urlOf({ format: "gemini-embed", action: "batchEmbedContents" })).toMatch(/m:batchEmbedContents$/);
    expect(urlOf({ format: "gemini-embed" })).toMatch(/m:embedContent$/);
  });

  it("support Google's formats, and OpenAI's if the channel is switched to that", () => {
    const supports = (format: NativeCall["format"], plugin = {}) =>
      provider.native!.supports(format, "m", aChannelView({ plugin }));
    const switched = { use_openai_api: { enable: true } };
    expect([supports("gemini-generate"), supports("gemini-embed"), supports("openai-chat")]).toEqual([
      true,
      true,
      false,
    ]);
    expect([
      supports("gemini-generate", switched),
      supports("gemini-embed", switched),
      supports("openai-chat", switched),
    ]).toEqual([false, true, true]);
  });

  it("are free if tokens are only counted", () => {
    const counted = { totalTokens: 5, usageMetadata: { promptTokenCount: 5 } };
    expect(provider.native!.readUsage(counted, undefined, "gemini-count-tokens")).toBeUndefined();
    expect(provider.native!.readUsage(counted, undefined, "gemini-embed")).toEqual({ ...noUsage, input: 5 });
  });
});

describe("the endpoint in OpenAI's dialect", () => {
  const channel = aChannelView({ plugin: { use_openai_api: { enable: true } } });

  it("accepts chats with a bearer token", () => {
    const request = chat.buildRequest(aChatCall({ model: "gemini-2.5-flash" }), channel);
    expect(request.url).toBe("https://upstream.test/v1beta/openai/chat/completions");
    expect(request.headers.authorization).toBe("Bearer test-key");
    expect(JSON.parse(String(request.body))).toMatchObject({ messages: [{ role: "user" }] });
  });

  it("is parsed by its own format, whole and streamed", () => {
    const message = { role: "assistant", content: "Hi" };
    const choice = { index: 0, finish_reason: "stop" };
    const whole = chat.readResponse({ id: "a", choices: [{ ...choice, message }] }, aChatCall());
    expect(collectResult(whole)).toMatchObject({ text: "Hi", stop: "stop" });
    const reader = chat.streamReader(aChatCall());
    const chunk = { id: "a", object: "chat.completion.chunk", choices: [{ ...choice, delta: message }] };
    const parts = [JSON.stringify(chunk), "[DONE]"].flatMap((data) => reader.read({ event: "", data }));
    expect(collectParts([...parts, ...reader.end()])).toMatchObject({
      text: "Hi",
      stop: "stop",
      ended: true,
    });
  });
});

it("does not take Google's answers for OpenAI's, for any names of arguments", () => {
  const call = { functionCall: { name: "f", args: { choices: ["a"] } } };
  expect(collectParts(read([candidate([call], { finishReason: "STOP" })])).tools).toMatchObject([
    { name: "f" },
  ]);
});

describe("answers", () => {
  it("keep every signature with its part", () => {
    const parts = [
      { text: "Thinking.", thought: true },
      { text: "Hi", thoughtSignature: "s1" },
      { functionCall: { name: "f", args: { a: 1 } }, thoughtSignature: "s2" },
      { functionCall: { name: "f", args: {} } },
    ];
    const signature = (value: string) => ({ dialect: "gemini-generate", value });
    const whole = chat.readResponse(candidate(parts, { finishReason: "STOP" }), aChatCall());
    expect(whole.choices[0]).toMatchObject({
      stopReason: "tool-calls",
      content: [
        { type: "reasoning", text: "Thinking." },
        { type: "text", text: "Hi", signature: signature("s1") },
        { type: "tool-call", id: "call_r_0_0", arguments: '{"a":1}', signature: signature("s2") },
        { type: "tool-call", id: "call_r_0_1", arguments: "{}" },
      ],
    });
    const streamed = read([
      candidate(parts.slice(0, 2)),
      candidate(parts.slice(2), { finishReason: "STOP" }),
    ]);
    expect(streamed.filter((part) => part.type === "text-signature")).toMatchObject([
      { signature: signature("s1") },
    ]);
    expect(streamed.filter((part) => part.type === "tool-call")).toMatchObject([
      { id: "call_r_0_0", block: 0, signature: signature("s2") },
      { id: "call_r_0_1", block: 1 },
    ]);
    expect(collectParts(streamed)).toMatchObject({ stop: "tool-calls", ended: true });
  });

  it("to blocked prompts are stopped by a filter, with the reason", () => {
    const body = {
      promptFeedback: { blockReason: "PROHIBITED_CONTENT", blockReasonMessage: "Not this." },
      usageMetadata: { promptTokenCount: 8, totalTokenCount: 8 },
      responseId: "r",
    };
    const expected = { stop: "filter", refusal: "Not this.", usage: { ...noUsage, input: 8 }, ended: true };
    expect(collectResult(chat.readResponse(body, aChatCall()))).toMatchObject(expected);
    expect(collectParts(read([body]))).toMatchObject(expected);
  });

  it("delay the stop until the connection ends, because usage and empty texts may follow it", () => {
    const parts = read([
      candidate([{ text: "Hi" }], { finishReason: "STOP" }),
      { ...candidate([{ text: "" }]), usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 } },
    ]);
    expect(parts.map((part) => part.type)).toEqual(["start", "text", "usage", "stop", "end"]);
  });

  it("that break off before a finish reason have no end", () => {
    const types = read([candidate([{ text: "Hi" }])]).map((part) => part.type);
    expect(types).toEqual(["start", "text"]);
  });

  it("that fail in the middle are problems, also as a list", () => {
    const error = { error: { code: 503, message: "Overloaded.", status: "UNAVAILABLE" } };
    for (const event of [error, [error]]) {
      const parts = read([candidate([{ text: "Hi" }]), event]);
      expect(parts.at(-1)).toMatchObject({ type: "problem", problem: { kind: "overload" } });
    }
  });

  it("count one search for a grounded candidate", () => {
    const grounded = {
      ...candidate([{ text: "Hi" }], {
        finishReason: "STOP",
        groundingMetadata: { webSearchQueries: ["a", "b"] },
      }),
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 },
    };
    expect(chat.readResponse(grounded, aChatCall()).usage).toMatchObject({ web_search: 1, input: 3 });
    expect(collectParts(read([grounded])).usage).toMatchObject({ web_search: 1 });
  });

  it("convert Google's log probabilities to OpenAI's nesting", () => {
    const result = {
      chosenCandidates: [{ token: "é", tokenId: 1, logProbability: -0.5 }],
      topCandidates: [{ candidates: [{ token: "e", logProbability: -1 }] }],
    };
    const body = candidate([{ text: "é" }], { finishReason: "STOP", logprobsResult: result });
    expect(chat.readResponse(body, aChatCall()).choices[0]?.logProbabilities).toEqual({
      content: [
        {
          token: "é",
          logprob: -0.5,
          bytes: [195, 169],
          top_logprobs: [{ token: "e", logprob: -1, bytes: [101] }],
        },
      ],
    });
  });
});
