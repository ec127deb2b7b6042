import { type CostRates, callCost, costRates, noUsage, type PriceTerms } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { noAccount } from "../../platform/memory-budget.ts";
import type { FormatId } from "../format-ids.ts";
import { findFormat } from "../formats/registry.ts";
import { readJson } from "../request/request-body.ts";
import { estimateChatCost } from "./estimate-cost.ts";
import { recordingSeconds } from "./medium-tokens.ts";

/** One quota per token on both sides; classes and tools cost no more unless a test sets a price. */
const free = { web_search_call: 0, file_search_call: 0, code_run_call: 0, image_generation_call: 0 };
const terms: PriceTerms = { type: "tokens", input: 1, output: 1, extra_ratios: free };
const path = { model: "test-model", action: "generateContent", query: "" };

interface More {
  price?: Partial<PriceTerms>;
  storedTokens?: number;
  preCost?: number;
  model?: string;
}

/** Reserved tokens for a body of a dialect. */
function reserved(dialect: FormatId, body: object, more: More = {}): number {
  const format = findFormat(dialect);
  if (format.capability !== "chat") throw new TypeError("no chat");
  const text = Buffer.from(JSON.stringify(body));
  const read = readJson(text, format.withoutReasoning === undefined, noAccount);
  const head = format.readHead(read.outline, path);
  const rates: CostRates = costRates(
    { ...terms, ...more.price, extra_ratios: { ...free, ...more.price?.extra_ratios } },
    1,
  );
  const request = {
    body: read,
    bytes: text.length,
    head,
    storedTokens: more.storedTokens,
    model: more.model ?? "test-model",
    skipMedia: more.preCost === 2,
  };
  return estimateChatCost(rates, request, more.preCost ?? 1, 0);
}

const requested = {
  chat: (part: object, more: object = {}) => ({
    model: "m",
    max_tokens: 1,
    messages: [{ role: "user", content: [{ type: "text", text: "hi" }, part] }],
    ...more,
  }),
  responses: (part: object, more: object = {}) => ({
    model: "m",
    max_output_tokens: 1,
    input: [{ role: "user", content: [{ type: "input_text", text: "hi" }, part] }],
    ...more,
  }),
  messages: (part: object, more: object = {}) => ({
    model: "m",
    max_tokens: 1,
    messages: [{ role: "user", content: [{ type: "text", text: "hi" }, part] }],
    ...more,
  }),
  gemini: (part: object, more: object = {}) => ({
    contents: [{ role: "user", parts: [{ text: "hi" }, part] }],
    generationConfig: { maxOutputTokens: 1 },
    ...more,
  }),
};
const words = { type: "text", text: "hi" };
const pdf = "https://files.test/report.pdf";
const data = (type: string, bytes: number) =>
  `data:${type};base64,${Buffer.alloc(bytes, 0x5a).toString("base64")}`;

describe("reservation for what a call references", () => {
  const chat: [string, object, number][] = [
    ["an image by URL", { type: "image_url", image_url: { url: "https://a.test/b.png" } }, 4784],
    [
      "an image at `detail: high`",
      { type: "image_url", image_url: { url: "https://a.test/b", detail: "high" } },
      4784,
    ],
    ["an inline image", { type: "image_url", image_url: { url: data("image/png", 3000) } }, 4784],
    ["a file by id", { type: "file", file: { file_id: "file-1" } }, 200_000],
    ["an inline PDF", { type: "file", file: { file_data: data("application/pdf", 3000) } }, 40_000],
    ["a large inline PDF", { type: "file", file: { file_data: data("application/pdf", 300_000) } }, 200_000],
    ["a PDF in an image field", { type: "image_url", image_url: { url: pdf } }, 200_000],
    ["a video in an image field", { type: "image_url", image_url: { url: "https://youtu.be/x" } }, 464_400],
    ["a video by URL", { type: "video_url", video_url: { url: "https://a.test/b" } }, 464_400],
    ["sound inline", { type: "input_audio", input_audio: { data: "A".repeat(80_000), format: "mp3" } }, 960],
    ["audio by URL", { type: "input_audio", input_audio: { data: "https://a.test/b" } }, 115_200],
  ];
  it.each(chat)("Chat Completions: %s", (_name, part, tokens) => {
    expect(reserved("openai-chat", requested.chat(part))).toBeGreaterThanOrEqual(tokens);
  });

  const responses: [string, object, number][] = [
    ["an image by URL", { type: "input_image", image_url: "https://a.test/b.png", detail: "high" }, 4784],
    [
      "an image in its own size",
      { type: "input_image", image_url: "https://a.test/b.png", detail: "original" },
      12_000,
    ],
    ["an image by id", { type: "input_image", file_id: "file-1" }, 4784],
    ["a file by id", { type: "input_file", file_id: "file-1" }, 200_000],
    ["a file by URL", { type: "input_file", file_url: "https://a.test/b" }, 200_000],
    ["an inline file", { type: "input_file", file_data: data("application/pdf", 3000) }, 40_000],
  ];
  it.each(responses)("Responses: %s", (_name, part, tokens) => {
    expect(reserved("openai-responses", requested.responses(part))).toBeGreaterThanOrEqual(tokens);
  });
  it("Responses: a file in the output of a tool", () => {
    const output = [{ type: "input_file", file_id: "file-1" }];
    const input = [{ type: "function_call_output", call_id: "c", output }];
    expect(reserved("openai-responses", { model: "m", input })).toBeGreaterThanOrEqual(200_000);
  });

  const source = (type: string, of: string, more: object) => ({ type: of, source: { type, ...more } });
  const messages: [string, object, number][] = [
    ["an image by URL", source("url", "image", { url: "https://a.test/b" }), 4784],
    ["an image by id", source("file", "image", { file_id: "file_1" }), 4784],
    ["a document by URL", source("url", "document", { url: pdf }), 200_000],
    ["a document by id", source("file", "document", { file_id: "file_1" }), 200_000],
    [
      "an inline document",
      source("base64", "document", { media_type: "application/pdf", data: "A".repeat(4000) }),
      40_000,
    ],
    ["a file for the container", { type: "container_upload", file_id: "file_1" }, 200_000],
    [
      "an image in a tool result",
      { type: "tool_result", tool_use_id: "t", content: [source("url", "image", { url: pdf })] },
      4784,
    ],
  ];
  it.each(messages)("Messages: %s", (_name, part, tokens) => {
    expect(reserved("anthropic-messages", requested.messages(part))).toBeGreaterThanOrEqual(tokens);
  });

  const gemini: [string, object, number][] = [
    ["an image by URL", { fileData: { mimeType: "image/png", fileUri: "gs://a/b" } }, 4784],
    ["a PDF by URL", { fileData: { mimeType: "application/pdf", fileUri: "gs://a/b" } }, 200_000],
    ["a PDF in snake case", { file_data: { mime_type: "application/pdf", file_uri: "gs://a/b" } }, 200_000],
    ["a video by URL", { fileData: { fileUri: "https://www.youtube.com/watch?v=x" } }, 464_400],
    [
      "a file without a type",
      { fileData: { fileUri: "https://generativelanguage.googleapis.com/v1beta/files/x" } },
      464_400,
    ],
    ["audio by URL", { fileData: { mimeType: "audio/mp3", fileUri: "gs://a/b" } }, 115_200],
    ["an inline image", { inlineData: { mimeType: "image/png", data: "A".repeat(4000) } }, 4784],
    ["an inline video", { inlineData: { mimeType: "video/mp4", data: "A".repeat(400_000) } }, 3480],
    [
      "a video of 24 frames per second",
      {
        inlineData: { mimeType: "video/mp4", data: "A".repeat(400_000) },
        videoMetadata: { fps: 24 },
      },
      74_000,
    ],
  ];
  it.each(gemini)("Gemini: %s", (_name, part, tokens) => {
    expect(reserved("gemini-generate", requested.gemini(part))).toBeGreaterThanOrEqual(tokens);
  });

  it("finds a name with escapes", () => {
    const body = JSON.stringify(requested.chat({ type: "file", file: { file_id: "file-1" } }));
    const escaped = JSON.parse(body.replace('"file_id"', '"\\u0066ile_id"')) as object;
    expect(reserved("openai-chat", escaped)).toBeGreaterThanOrEqual(200_000);
  });

  it("is bounded for any number of references", () => {
    const parts = Array.from({ length: 50 }, () => ({ type: "file", file: { file_id: "f" } }));
    const body = { model: "m", max_tokens: 1, messages: [{ role: "user", content: parts }] };
    expect(reserved("openai-chat", body)).toBeLessThan(1_060_000);
  });

  it("is higher for a model that counts more tokens per image", () => {
    const part = { type: "image_url", image_url: { url: "https://a.test/b.png" } };
    const model = "gpt-4o-mini-2024-07-18";
    expect(reserved("openai-chat", requested.chat(part), { model })).toBeGreaterThanOrEqual(48_169);
  });

  it("excludes images if the channel excludes them, and is zero if the channel reserves nothing", () => {
    const body = requested.chat({ type: "file", file: { file_id: "file-1" } });
    expect(reserved("openai-chat", body, { preCost: 2 })).toBeLessThan(200);
    expect(reserved("openai-chat", body, { preCost: 3 })).toBe(0);
  });
});

describe("reservation for state that a vendor stores", () => {
  const next = { model: "m", input: "go on", max_output_tokens: 1, previous_response_id: "resp_1" };

  it("is the size of the stored response if known, else a usual context window", () => {
    expect(reserved("openai-responses", next, { storedTokens: 50_000 })).toBeGreaterThanOrEqual(50_000);
    expect(reserved("openai-responses", next, { storedTokens: 50_000 })).toBeLessThan(50_100);
    expect(reserved("openai-responses", next)).toBeGreaterThanOrEqual(128_000);
  });

  it.each([
    ["a conversation", "openai-responses", { model: "m", input: "x", conversation: "conv_1" }, 128_000],
    [
      "a conversation as an object",
      "openai-responses",
      { model: "m", input: "x", conversation: { id: "c" } },
      128_000,
    ],
    ["a prompt template", "openai-responses", { model: "m", prompt: { id: "pmpt_1" } }, 4096],
    ["an item", "openai-responses", { model: "m", input: [{ type: "item_reference", id: "msg_1" }] }, 4096],
    [
      "a cache",
      "gemini-generate",
      requested.gemini({ text: "x" }, { cachedContent: "cachedContents/x" }),
      128_000,
    ],
    [
      "an audio response",
      "openai-chat",
      requested.chat(words, { messages: [{ role: "assistant", audio: { id: "a" } }] }),
      16_384,
    ],
  ] as const)("covers %s", (_name, dialect, body, tokens) => {
    expect(reserved(dialect, body)).toBeGreaterThanOrEqual(tokens);
  });
});

describe("reservation for tools that the vendor runs", () => {
  const dollar = 500_000;
  const price = {
    extra_ratios: { web_search_call: 1, file_search_call: 1, code_run_call: 1, image_generation_call: 1 },
  };

  it.each([
    [
      "openai-responses",
      requested.responses(words, { tools: [{ type: "web_search" }] }),
      5 * dollar + 40_000,
    ],
    [
      "openai-responses",
      requested.responses(words, { tools: [{ type: "file_search", vector_store_ids: ["v"] }] }),
      3 * dollar + 48_000,
    ],
    ["openai-responses", requested.responses(words, { tools: [{ type: "image_generation" }] }), 2 * dollar],
    ["openai-responses", requested.responses(words, { tools: [{ type: "code_interpreter" }] }), dollar],
    [
      "openai-responses",
      requested.responses(words, { tools: [{ type: "web_search" }], max_tool_calls: 9 }),
      9 * dollar,
    ],
    [
      "openai-responses",
      requested.responses(words, { tools: [{ type: "mcp", server_url: "https://a.test" }] }),
      40_000,
    ],
    ["openai-chat", requested.chat(words, { web_search_options: {} }), 5 * dollar],
    [
      "anthropic-messages",
      requested.messages(words, {
        tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 8 }],
      }),
      8 * dollar,
    ],
    [
      "anthropic-messages",
      requested.messages(words, { tools: [{ type: "web_fetch_20250910", name: "web_fetch" }] }),
      75_000,
    ],
    [
      "anthropic-messages",
      requested.messages(words, { tools: [{ type: "code_execution_20250825", name: "code" }] }),
      dollar,
    ],
    ["anthropic-messages", requested.messages(words, { container: "container_1" }), dollar],
    ["gemini-generate", requested.gemini({ text: "x" }, { tools: [{ googleSearch: {} }] }), 5 * dollar],
    ["gemini-generate", requested.gemini({ text: "x" }, { tools: [{ url_context: {} }] }), 75_000],
  ] as const)("cover their price and their results: %s %#", (dialect, body, quota) => {
    expect(reserved(dialect, body, { price })).toBeGreaterThanOrEqual(quota);
  });

  it("cover their price in addition to a price per call", () => {
    const body = requested.responses(words, { tools: [{ type: "web_search" }] });
    expect(reserved("openai-responses", body, { price: { type: "times", ...price } })).toBe(
      1000 + 5 * dollar,
    );
  });

  it("is zero for tools that the caller runs", () => {
    const named = { name: "get", description: "d", input_schema: {} };
    const own: [FormatId, object, object][] = [
      ["openai-chat", requested.chat(words), { tools: [{ type: "function", function: { name: "f" } }] }],
      [
        "openai-responses",
        requested.responses(words),
        { tools: [{ type: "function", name: "f" }, { type: "local_shell" }] },
      ],
      [
        "anthropic-messages",
        requested.messages(words),
        { tools: [named, { type: "bash_20250124", name: "bash" }] },
      ],
      [
        "gemini-generate",
        requested.gemini({ text: "x" }),
        { tools: [{ functionDeclarations: [{ name: "f" }] }] },
      ],
    ];
    for (const [dialect, body, tools] of own) {
      const more = Buffer.byteLength(JSON.stringify(tools)) / 2;
      const without = reserved(dialect, body, { price });
      expect(reserved(dialect, { ...body, ...tools }, { price })).toBeLessThanOrEqual(without + more + 1);
    }
  });
});

it("reserves a recording to transcribe by its bytes, or by its own length if that is more", () => {
  const sound = { bytes: 100_000, plain: false, seconds: 20, known: true };
  expect(recordingSeconds(sound)).toBe(50);
  expect(recordingSeconds({ ...sound, seconds: 100 })).toBe(100);
});

describe("class of the reserved tokens", () => {
  const limit = { max_tokens: 1000 };

  it.each([
    ["reasoning", { reasoning_tokens: 3 }, limit],
    ["pictures", { output_image_tokens: 3 }, limit],
    ["requested audio", { output_audio_tokens: 3 }, { ...limit, modalities: ["text", "audio"] }],
  ])("is the most expensive that the response may have: %s", (_name, extra_ratios, more) => {
    const body = requested.chat(words, more);
    expect(reserved("openai-chat", body, { price: { extra_ratios } })).toBeGreaterThanOrEqual(3000);
  });

  it("is not audio if none was requested", () => {
    const price = { extra_ratios: { output_audio_tokens: 3 } };
    expect(reserved("openai-chat", requested.chat(words, limit), { price })).toBeLessThan(1500);
    const config = { generationConfig: { maxOutputTokens: 1000, responseModalities: ["AUDIO"] } };
    const spoken = reserved("gemini-generate", requested.gemini({ text: "x" }, config), { price });
    expect(spoken).toBeGreaterThanOrEqual(3000);
  });

  it("includes audio and images in the prompt", () => {
    const price = { extra_ratios: { input_audio_tokens: 16, input_image_tokens: 2 } };
    const sound = { type: "input_audio", input_audio: { data: "A".repeat(80_000), format: "mp3" } };
    expect(reserved("openai-chat", requested.chat(sound), { price })).toBeGreaterThanOrEqual(960 * 16);
    const picture = { type: "image_url", image_url: { url: "https://a.test/b.png" } };
    expect(reserved("openai-chat", requested.chat(picture), { price })).toBeGreaterThanOrEqual(4784 * 2);
  });

  it("is the cache write if the prompt requests it", () => {
    const long = "word ".repeat(2000);
    const block = (ttl: string) => ({ type: "text", text: long, cache_control: { type: "ephemeral", ttl } });
    const price = { extra_ratios: { cached_write_tokens: 1.25, cached_write_1h_tokens: 2 } };
    expect(reserved("anthropic-messages", requested.messages(block("5m")), { price })).toBeGreaterThan(6250);
    expect(reserved("anthropic-messages", requested.messages(block("1h")), { price })).toBeGreaterThan(
      10_000,
    );
  });

  it("covers the number of requested responses, in each dialect's field", () => {
    expect(reserved("openai-chat", requested.chat(words, { max_tokens: 100, n: 8 }))).toBeGreaterThan(800);
    const prompt = { model: "m", prompt: "x", max_tokens: 100 };
    expect(reserved("openai-completions", { ...prompt, best_of: 8 })).toBeGreaterThan(800);
    expect(reserved("openai-completions", { ...prompt, prompt: ["x", "y"], n: 4 })).toBeGreaterThan(800);
    const config = { generationConfig: { maxOutputTokens: 100, candidateCount: 8 } };
    expect(reserved("gemini-generate", requested.gemini({ text: "x" }, config))).toBeGreaterThan(800);
  });
});

describe("reservation for text", () => {
  it("is half a token per byte, in small and large bodies", () => {
    for (const length of [10, 3000, 300_000]) {
      const body = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "a".repeat(length) }] };
      const bytes = Buffer.byteLength(JSON.stringify(body));
      expect(reserved("openai-chat", body)).toBe(Math.ceil(bytes / 2) + 1);
    }
  });

  it("does not depend on the position or shape of the text", () => {
    const dense = `data:image/png;base64,${"A".repeat(100_000)}`;
    const bodies = [
      requested.chat(words, { messages: [{ role: "user", content: dense }] }),
      requested.chat({ type: "text", text: dense }),
      requested.chat(words, {
        tools: [{ type: "function", function: { name: "f", parameters: { [dense]: 1 } } }],
      }),
    ];
    for (const body of bodies) expect(reserved("openai-chat", body)).toBeGreaterThan(50_000);
    const response = { functionResponse: { name: "f", response: { result: dense } } };
    expect(reserved("gemini-generate", requested.gemini(response))).toBeGreaterThan(50_000);
    const text = { type: "file", file: { file_data: data("text/plain", 90_000) } };
    expect(reserved("openai-chat", requested.chat(text))).toBeGreaterThan(45_000);
  });

  it("is zero if tokens are free", () => {
    expect(callCost(costRates({ type: "tokens", input: 0, output: 0 }, 1), noUsage)).toBe(0);
    const price = { input: 0, output: 0 };
    expect(reserved("openai-chat", requested.chat({ type: "file", file: { file_id: "f" } }), { price })).toBe(
      0,
    );
  });
});
