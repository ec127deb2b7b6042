import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { readAnswer } from "./from-wire.ts";
import { createPartialArguments } from "./partial-arguments.ts";
import { readUsage } from "./read-usage.ts";
import { createGenerateStreamReader } from "./stream-reader.ts";

const candidate = (parts: object[], more: object = {}) => ({
  candidates: [{ content: { parts, role: "model" }, index: 0, ...more }],
  responseId: "r",
});

function read(lines: object[], call = aChatCall({ stream: true })): ChatStreamPart[] {
  const reader = createGenerateStreamReader(call);
  return [
    ...lines.flatMap((line) => reader.read({ event: "", data: JSON.stringify(line) })),
    ...reader.end(),
  ];
}

describe("citations", () => {
  const web = (uri: string, title?: string) => ({ web: title === undefined ? { uri } : { uri, title } });
  const chunks = [
    web("https://a.test", "A"),
    web("https://b.test"),
    web("https://c.test"),
    { maps: { uri: "https://d.test", text: "D." } },
  ];
  const support = (
    startIndex: number | undefined,
    endIndex: number,
    text: string | undefined,
    ...indices: number[]
  ) => ({
    segment: { startIndex, endIndex, text },
    groundingChunkIndices: indices,
  });
  // "Zürich is big. It is old." with the umlaut being two bytes.
  const text = ["Zürich is ", "big. It is old."];
  const grounding = {
    groundingMetadata: {
      groundingChunks: chunks,
      groundingSupports: [
        support(undefined, 15, "Zürich is big.", 0, 1, 99),
        support(16, 26, "It is old.", 1),
        // Counted within its own part: found by its text.
        support(0, 10, "is big", 0),
        support(0, 500, "nowhere in it", 2),
      ],
    },
    finishReason: "STOP",
  };
  const placed = [
    { url: "https://a.test", title: "A", start: 0, end: 14 },
    { url: "https://b.test", start: 0, end: 14 },
    { url: "https://b.test", start: 15, end: 25 },
    { url: "https://a.test", title: "A", start: 7, end: 13 },
    { url: "https://c.test" },
    { url: "https://d.test", quote: "D." },
  ];

  it("place pages at the text they support, in UTF-16", () => {
    const parts = [{ text: "Thinking of Zürich.", thought: true }, { text: text[0] }, { text: text[1] }];
    const [choice] = readAnswer(candidate(parts, grounding), aChatCall()).choices;
    const last = choice?.content.findLast((block) => block.type === "text");
    const citations = last?.type === "text" ? last.citations : [];
    expect(citations?.map(({ source: _source, ...rest }) => rest)).toEqual(placed);
    expect(citations?.[0]?.source).toEqual({ dialect: "gemini-generate", value: chunks[0] });
    expect(choice?.content.at(-1)).toMatchObject({
      type: "opaque",
      value: { candidate: { groundingMetadata: grounding.groundingMetadata } },
    });
  });

  it("are the same in a stream if the call enables search, else only the pages", () => {
    const lines = [candidate([{ text: text[0] }]), candidate([{ text: text[1] }], grounding)];
    const citations = (call = aChatCall()) =>
      read(lines, call).flatMap((part) => {
        if (part.type !== "citation") return [];
        const { source: _source, ...rest } = part.citation;
        return [rest];
      });
    const searching = aChatCall({
      hostedTools: [{ dialect: "gemini-generate", definition: { googleSearch: {} } }],
    });
    expect(citations(searching)).toEqual(placed);
    expect(citations()).toEqual([
      { url: "https://a.test", title: "A" },
      { url: "https://b.test" },
      { url: "https://c.test" },
      { url: "https://d.test", quote: "D." },
    ]);
  });

  it("name recited works, from either name of their list", () => {
    const work = { startIndex: 0, endIndex: 3, uri: "https://work.test", title: "W", license: "mit" };
    for (const key of ["citations", "citationSources"]) {
      const body = candidate([{ text: "Zü is" }], { citationMetadata: { [key]: [work, { uri: "" }] } });
      expect(readAnswer(body, aChatCall()).choices[0]?.content[0]).toMatchObject({
        citations: [{ url: "https://work.test", title: "W", start: 0, end: 2 }],
      });
    }
  });
});

describe("parts of answers", () => {
  it("are images, audio and blocks that only Gemini has", () => {
    const parts = [
      { inlineData: { mimeType: "image/png", data: "AA==" }, thoughtSignature: "s" },
      { fileData: { mimeType: "image/png", fileUri: "gs://b/c.png" } },
      { executableCode: { code: "1" }, thoughtSignature: "s" },
      { toolCall: { toolType: "GOOGLE_SEARCH_WEB" } },
      { thought: true },
      {},
    ];
    const opaque = (value: object) => ({ type: "opaque", dialect: "gemini-generate", value });
    const signature = { dialect: "gemini-generate", value: "s" };
    expect(readAnswer(candidate(parts), aChatCall()).choices[0]?.content).toEqual([
      { type: "image", source: { kind: "inline", mediaType: "image/png", data: "AA==" } },
      { type: "text", text: "", signature },
      { type: "image", source: { kind: "url", url: "gs://b/c.png", mediaType: "image/png" } },
      opaque(parts[2]!),
      opaque(parts[3]!),
    ]);
  });

  it("hide images made during reasoning from callers of other dialects", () => {
    const sketch = { inlineData: { mimeType: "image/png", data: "AA==" }, thought: true };
    const picture = { inlineData: { mimeType: "image/png", data: "BB==" } };
    expect(readAnswer(candidate([sketch, picture]), aChatCall()).choices[0]?.content).toEqual([
      { type: "opaque", dialect: "gemini-generate", value: sketch },
      { type: "image", source: { kind: "inline", mediaType: "image/png", data: "BB==" } },
    ]);
  });

  it("are put into a file if audio was requested as one", () => {
    const samples = Buffer.from([1, 0, 2, 0]);
    const inlineData = { mimeType: "audio/L16;codec=pcm;rate=16000", data: samples.toString("base64") };
    const spoken = (format: string) => {
      const call = aChatCall({ audio: { voice: "Kore", format } });
      const block = readAnswer(candidate([{ inlineData }]), call).choices[0]?.content[0];
      return block?.type === "spoken" ? Buffer.from(block.data, "base64") : undefined;
    };
    expect(spoken("pcm16")).toEqual(samples);
    const file = spoken("wav")!;
    expect(file.length).toBe(48);
    expect([file.toString("latin1", 0, 4), file.toString("latin1", 8, 16)]).toEqual(["RIFF", "WAVEfmt "]);
    expect([
      file.readUInt32LE(4),
      file.readUInt32LE(24),
      file.readUInt32LE(28),
      file.readUInt32LE(40),
    ]).toEqual([40, 16_000, 32_000, 4]);
    expect(file.subarray(44)).toEqual(samples);
  });

  it("are unreadable without an answer", () => {
    for (const body of [null, [], {}, { candidates: [] }, { candidates: "x" }, { promptFeedback: {} }])
      expect(() => readAnswer(body, aChatCall())).toThrow("the answer");
  });

  it("contain the time of Vertex AI", () => {
    const body = { ...candidate([]), createTime: "2026-05-19T14:59:42.780296Z" };
    expect(readAnswer(body, aChatCall()).created).toBe(1_779_202_782);
    expect(readAnswer(candidate([]), aChatCall())).not.toHaveProperty("created");
  });
});

describe("arguments in pieces", () => {
  const together = (pieces: object[], whole?: Record<string, unknown>) => {
    const partial = createPartialArguments(whole);
    for (const piece of pieces) partial.add([piece]);
    return JSON.parse(partial.text()) as unknown;
  };

  it("are put at their paths, text after text", () => {
    const pieces = [
      { jsonPath: "$.list[0].name", stringValue: "ab", willContinue: true },
      { jsonPath: "$.list[0].name", stringValue: "cd", willContinue: true },
      { jsonPath: "$.list[0].name", stringValue: "" },
      { jsonPath: "$.list[1].name", stringValue: "x" },
      { jsonPath: "$['odd key'].deep", numberValue: 0 },
      { jsonPath: '$["it\\"s"]', boolValue: false },
      { jsonPath: "$.none", nullValue: "NULL_VALUE" },
      { jsonPath: "$.matrix[0][0]", numberValue: 1 },
      { jsonPath: "$.matrix[0][1]", numberValue: 2 },
    ];
    expect(together(pieces, { before: true })).toEqual({
      before: true,
      list: [{ name: "abcd" }, { name: "x" }],
      "odd key": { deep: 0 },
      'it"s': false,
      none: null,
      matrix: [[1, 2]],
    });
  });

  it("may end without a value, which removes nothing", () => {
    const pieces = [
      { jsonPath: "$.a", willContinue: true },
      { jsonPath: "$.a", stringValue: "on", willContinue: true },
      { jsonPath: "$.a", willContinue: true },
      { jsonPath: "$.a", stringValue: "e", willContinue: true },
      { jsonPath: "$.a" },
      { jsonPath: "$.n", numberValue: 3 },
      { jsonPath: "$.n" },
    ];
    expect(together(pieces)).toEqual({ a: "one", n: 3 });
  });

  it("replace an earlier value if they do not continue it", () => {
    const pieces = [
      { jsonPath: "$.a", stringValue: "one" },
      { jsonPath: "$.a", stringValue: "two" },
    ];
    expect(together(pieces)).toEqual({ a: "two" });
  });

  it("ignore paths that lead nowhere", () => {
    const pieces = [
      { jsonPath: "$.list[4000000000].x", numberValue: 1 },
      { jsonPath: "$.__proto__.polluted", boolValue: true },
      { jsonPath: "$.text", stringValue: "t" },
      { jsonPath: "$.text.below", stringValue: "b" },
      { jsonPath: "$" },
      { jsonPath: "" },
      { jsonPath: 5 },
      {},
    ];
    expect(JSON.stringify(together(pieces))).toBe(
      '{"list":[],"__proto__":{"polluted":true},"text":{"below":"b"}}',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("form one call, signed by any piece, closed by the next or by the end", () => {
    const piece = (jsonPath: string, stringValue: string) => ({
      functionCall: { partialArgs: [{ jsonPath, stringValue }], willContinue: true },
    });
    const lines = [
      candidate([{ functionCall: { name: "f", willContinue: true } }]),
      candidate([piece("$.a", "1")]),
      candidate([{ ...piece("$.b", "2"), thoughtSignature: "s" }]),
      candidate([{ functionCall: { name: "g", args: { whole: 1 } } }]),
      candidate([
        {
          functionCall: { name: "h", partialArgs: [{ jsonPath: "$.c", numberValue: 3 }], willContinue: true },
        },
      ]),
      candidate([{ text: "" }], { finishReason: "STOP" }),
    ];
    const parts = read(lines).filter((part) => part.type.startsWith("tool-"));
    const emitted = (block: number, name: string, text: string, more: object = {}) => [
      { type: "tool-call", choice: 0, block, id: `call_r_0_${block}`, name, ...more },
      { type: "tool-arguments", choice: 0, block, text },
    ];
    const signature = { dialect: "gemini-generate", value: "s" };
    expect(parts).toEqual([
      ...emitted(0, "f", '{"a":"1","b":"2"}', { signature }),
      ...emitted(1, "g", '{"whole":1}'),
      ...emitted(2, "h", '{"c":3}'),
    ]);
  });
});

describe("usage", () => {
  const usage = (usageMetadata: object, previous = undefined as typeof noUsage | undefined) =>
    readUsage({ usageMetadata }, previous);

  it("is disjoint: the prompt includes caches, images and audio; reasoning is added to the candidates", () => {
    const given = {
      promptTokenCount: 1000,
      cachedContentTokenCount: 600,
      candidatesTokenCount: 90,
      thoughtsTokenCount: 40,
      toolUsePromptTokenCount: 25,
      promptTokensDetails: [
        { modality: "IMAGE", tokenCount: 500 },
        { modality: "AUDIO", tokenCount: 100 },
        { modality: "TEXT", tokenCount: 400 },
      ],
      cacheTokensDetails: [{ modality: "IMAGE", tokenCount: 300 }],
      candidatesTokensDetails: [
        { modality: "IMAGE", tokenCount: 50 },
        { modality: "AUDIO", tokenCount: 10 },
      ],
    };
    expect(usage(given)).toEqual({
      ...noUsage,
      cached: 600,
      input_audio: 100,
      input_image: 200,
      input: 125,
      reasoning: 40,
      output_audio: 10,
      output_image: 50,
      output: 30,
    });
  });

  it("never counts an image twice if the cache's share is not reported", () => {
    const given = {
      promptTokenCount: 1000,
      cachedContentTokenCount: 900,
      promptTokensDetails: [{ modality: "IMAGE", tokenCount: 800 }],
    };
    expect(usage(given)).toMatchObject({ cached: 900, input_image: 100, input: 0 });
  });

  it("keeps fields that an event omits, and is undefined without counts", () => {
    const first = usage({ promptTokenCount: 10, thoughtsTokenCount: 5 });
    expect(usage({ candidatesTokenCount: 7 }, first)).toEqual({
      ...noUsage,
      input: 10,
      reasoning: 5,
      output: 7,
    });
    for (const given of [{}, { trafficType: "ON_DEMAND" }, { promptTokenCount: null }])
      expect(usage(given, first)).toBeUndefined();
  });
});
