import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import { createRandom } from "../../../../test/conformance/random-cuts.ts";
import { spoilJson } from "../../../../test/conformance/spoil-json.ts";
import { type NativeCapability, type UpstreamAnswer } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { compatibleEmbeddings, readEmbeddings, readEmbeddingUsage } from "./embeddings.ts";
import { forwardCalls, openAiCalls } from "./forward-native.ts";
import { compatibleImages, readImages, readImageUsage } from "./images.ts";
import { compatibleModerations } from "./moderations.ts";
import { compatibleRerank, readRerank, readRerankUsage } from "./rerank.ts";
import { compatibleSpeech, readSpeech } from "./speech.ts";
import {
  compatibleTranscription,
  readTranscript,
  readTranscriptCharge,
  readTranscriptionUsage,
} from "./transcription.ts";
import { writeForm } from "./write-form.ts";

const channel = aChannelView();
const answered = (body: unknown, type = "application/json"): UpstreamAnswer => ({
  status: 200,
  headers: { "content-type": type },
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

/** Whatever a vendor sends, only `UnreadableAnswer` is thrown. */
function survivesSpoiling(good: unknown, read: (body: unknown) => unknown): void {
  expect(() => read(good)).not.toThrow();
  const random = createRandom(5);
  for (let round = 0; round < 500; round++)
    try {
      read(spoilJson(good, random));
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
    }
}

describe("OpenAI-compatible embeddings", () => {
  const call = { model: "m", inputs: ["a", "b"], encoding: "float" as const };
  const entry = (index: number | undefined, embedding: unknown) => ({ index, embedding });

  it("are returned in the order of the inputs, with or without an index", () => {
    const swapped = { data: [entry(1, [2]), entry(0, [1])] };
    expect(readEmbeddings(swapped, call).vectors).toEqual([[1], [2]]);
    const bare = { data: [entry(undefined, [1]), entry(undefined, [2]), entry(undefined, [3])] };
    expect(readEmbeddings(bare, call).vectors).toEqual([[1], [2]]);
  });

  it("are rejected if one or all are missing", () => {
    for (const data of [
      [],
      [entry(0, [1])],
      [entry(0, [1]), entry(2, [3])],
      [entry(0, [1]), entry(1, "AAA=")],
      [entry(0, [1]), entry(1, [])],
      [entry(0, [1]), entry(1e9, [1])],
      "x",
    ])
      expect(() => readEmbeddings({ data }, call)).toThrow(UnreadableAnswer);
    survivesSpoiling({ data: [entry(0, [1]), entry(1, "AAAAAA==")], usage: { prompt_tokens: 1 } }, (body) =>
      readEmbeddings(body, call),
    );
  });

  it("report the vendor's usage", () => {
    expect(readEmbeddingUsage({ usage: { prompt_tokens: 3, total_tokens: 4 } })).toEqual({
      ...noUsage,
      input: 3,
    });
    expect(readEmbeddingUsage({ usage: { total_tokens: 4 } })?.input).toBe(4);
    expect(readEmbeddingUsage({ usage: {} })).toBeUndefined();
    expect(readEmbeddingUsage({ usage: null })).toBeUndefined();
  });

  it("use a vendor's own field names", () => {
    const { buildRequest } = compatibleEmbeddings(
      { path: (endpoint) => `/v2${endpoint}` },
      {
        dimensionsField: "output_dimension",
        encodingField: "embedding_type",
        purpose: { field: "task", values: { search_query: "query" } },
        endUser: false,
      },
    );
    const full = { ...call, encoding: "base64" as const, dimensions: 8, endUser: "u", title: "t" };
    const request = buildRequest(
      { ...full, purpose: "search_query" },
      { ...channel, customParameters: { late: true } },
    );
    expect(request.url).toBe("https://upstream.test/v2/embeddings");
    expect(JSON.parse(String(request.body))).toEqual({
      model: "m",
      input: ["a", "b"],
      embedding_type: "base64",
      output_dimension: 8,
      task: "query",
      late: true,
    });
    expect(request.dropped).toEqual(["user", "title"]);
    expect(buildRequest({ ...call, purpose: "clustering" }, channel).dropped).toEqual(["purpose"]);
    const numbersOnly = compatibleEmbeddings({}, { encodingField: false });
    const body = String(numbersOnly.buildRequest({ ...call, encoding: "base64" }, channel).body);
    expect(JSON.parse(body)).toEqual({ model: "m", input: ["a", "b"] });
  });
});

describe("OpenAI-compatible rerank", () => {
  const call = { model: "m", query: "q", documents: ["a", "b", "c"], top: 2, returnDocuments: true };
  const results = [
    { index: 0, relevance_score: 0.1 },
    { index: 2, relevance_score: 0.9 },
    { index: 1, score: 0.5 },
  ];

  it("sorts and cuts the list, for each of its names", () => {
    for (const body of [{ results }, { data: results, object: "list" }])
      expect(readRerank(body, call).results).toEqual([
        { index: 2, score: 0.9 },
        { index: 1, score: 0.5 },
      ]);
    expect(readRerank({ results: [] }, call).results).toEqual([]);
    expect(() => readRerank({ results: [{ id: 1 }] }, call)).toThrow(UnreadableAnswer);
    expect(() => readRerank({}, call)).toThrow(UnreadableAnswer);
    survivesSpoiling({ id: "x", results, usage: { total_tokens: 3 } }, (body) => readRerank(body, call));
  });

  it("counts tokens, or search units if there are none", () => {
    const input = (body: object) => readRerankUsage(body)?.input;
    expect(input({ usage: { prompt_tokens: 3, total_tokens: 4 } })).toBe(3);
    expect(input({ usage: { total_tokens: 4 } })).toBe(4);
    expect(input({ meta: { tokens: { input_tokens: 5 }, billed_units: { search_units: 1 } } })).toBe(5);
    expect(input({ meta: { billed_units: { search_units: 1 } } })).toBe(1);
    expect(input({ results: [] })).toBeUndefined();
  });

  it("does not request the documents", () => {
    const body = String(compatibleRerank().buildRequest(call, channel).body);
    expect(JSON.parse(body)).toMatchObject({ return_documents: false, top_n: 2 });
  });
});

describe("OpenAI-compatible images", () => {
  const call = {
    model: "m",
    operation: "generate" as const,
    prompt: "p",
    count: 1,
    answer: "base64" as const,
    images: [],
    extras: { model: "dear", n: 9, seed: 7 },
  };

  it("send GPT image models no response format, and let no extra field change what was priced", () => {
    const { buildRequest } = compatibleImages();
    expect(JSON.parse(String(buildRequest(call, channel).body))).toEqual({
      model: "m",
      n: 1,
      seed: 7,
      prompt: "p",
      response_format: "b64_json",
    });
    const gpt = JSON.parse(String(buildRequest({ ...call, model: "gpt-image-1" }, channel).body)) as object;
    expect(gpt).not.toHaveProperty("response_format");
  });

  it("are rejected if the vendor has no such call", () => {
    const { buildRequest } = compatibleImages({}, { operations: ["generate"] });
    expect(() => buildRequest({ ...call, operation: "edit" }, channel)).toThrow(
      /not support \/images\/edits/,
    );
  });

  it("are read from either list", () => {
    expect(readImages({ images: [{ url: "u" }] }).images).toEqual([{ url: "u" }]);
    expect(() => readImages({ data: [{ url: "" }, null] })).toThrow(UnreadableAnswer);
    const good = { created: 1, data: [{ b64_json: "A" }], usage: { input_tokens: 1, output_tokens: 2 } };
    survivesSpoiling(good, readImages);
  });

  it("split text and image tokens into classes that add up", () => {
    const usage = {
      input_tokens: 100,
      input_tokens_details: { text_tokens: 20, image_tokens: 70, cached_tokens: 10 },
      output_tokens: 300,
      output_tokens_details: { image_tokens: 272, text_tokens: 28 },
    };
    expect(readImageUsage({ usage })).toEqual({
      ...noUsage,
      input: 20,
      cached: 10,
      input_image: 70,
      output: 28,
      output_image: 272,
    });
    const bare = readImageUsage({ usage: { input_tokens: 5, output_tokens: 6 } });
    expect(bare).toEqual({ ...noUsage, input: 5, output_image: 6 });
    expect(readImageUsage({ usage: { images: 1 } })).toBeUndefined();
  });
});

describe("OpenAI-compatible speech and transcription", () => {
  it("distinguishes audio from text", () => {
    const call = { model: "m", input: "a", voice: "v", format: "opus" };
    expect(readSpeech(answered("xx", ""), call).mediaType).toBe("audio/ogg");
    expect(readSpeech(answered("xx", "audio/mpeg"), call).mediaType).toBe("audio/mpeg");
    expect(() => readSpeech(answered("", "audio/mpeg"), call)).toThrow(UnreadableAnswer);
    expect(() => readSpeech(answered({ message: "no" }), call)).toThrow(/not audio: .*no/);
    const body = JSON.parse(String(compatibleSpeech().buildRequest(call, channel).body)) as object;
    expect(body).toEqual({ model: "m", input: "a", voice: "v", response_format: "opus" });
  });

  it("reads a transcript as JSON or as plain text", () => {
    expect(readTranscript(answered(" Hello. ", "text/plain; charset=UTF-8"))).toEqual({ text: "Hello." });
    expect(readTranscript(answered(" Hello.", ""))).toEqual({ text: "Hello." });
    expect(readTranscript(answered('{"text":""}', "")).text).toBe("");
    for (const body of ["{}", "<html>", " <!DOCTYPE html>", "{"])
      expect(() => readTranscript(answered(body, ""))).toThrow(UnreadableAnswer);
    const good = {
      text: "a",
      language: "en",
      duration: 1,
      segments: [{ start: 0, end: 1, text: "a", speaker_id: "s" }],
      words: [{ start: 0, end: 1, word: "a" }],
      usage: { type: "tokens", input_tokens: 3, output_tokens: 2 },
    };
    survivesSpoiling(good, (body) => readTranscript(answered(body)));
  });

  it("counts tokens and no seconds", () => {
    expect(readTranscriptionUsage({ usage: { type: "duration", seconds: 9 } })).toBeUndefined();
    expect(readTranscriptionUsage({ duration: 9 })).toBeUndefined();
  });

  it("charges tokens, else the seconds that are reported in one of the fields", () => {
    const minute = { ...noUsage, input_audio: 200, seconds: 60 };
    expect(readTranscriptCharge({ usage: { type: "duration", seconds: 60 } })).toEqual(minute);
    expect(readTranscriptCharge({ usage: { type: "duration", seconds: 0.2 } })?.input_audio).toBe(1);
    expect(readTranscriptCharge({ duration: "60" })).toEqual(minute);
    expect(readTranscriptCharge({ duration: 60, usage: { input_tokens: 5, output_tokens: 1 } })).toEqual({
      ...noUsage,
      input: 5,
      output: 1,
    });
    for (const none of [
      {},
      { duration: 0 },
      { duration: -60 },
      { usage: { type: "duration", seconds: "x" } },
    ])
      expect(readTranscriptCharge(none)).toBeUndefined();
    expect(
      readTranscriptionUsage({ usage: { prompt_tokens: 13, completion_tokens: 151, total_tokens: 164 } }),
    ).toEqual({
      ...noUsage,
      input: 13,
      output: 151,
    });
  });

  it("sends only parameters that the vendor supports", () => {
    const file = { name: "a.mp3", mediaType: "audio/mpeg", bytes: Buffer.from("x") };
    const call = { model: "m", file, translate: false, format: "srt" };
    const odd = compatibleTranscription({}, { translates: false, answerFormats: false });
    const sent = String(odd.buildRequest(call, channel).body);
    expect(sent).not.toContain("response_format");
    expect(sent).toContain("segment");
    expect(() => odd.buildRequest({ ...call, translate: true }, channel)).toThrow(/not support translation/);
  });

  it("forwards moderations unchanged", () => {
    const { buildRequest, readResponse } = compatibleModerations();
    const call = { model: "m", body: { model: "asked", input: "a" } };
    expect(JSON.parse(String(buildRequest(call, channel).body))).toEqual({ model: "m", input: "a" });
    expect(() => readResponse(answered({}), call)).toThrow(UnreadableAnswer);
  });
});

describe("writeForm", () => {
  it("writes forms that the platform's parser reads back, hostile names included", async () => {
    const name = 'a"b\r\nX-Evil: 1';
    const hostile = { name, mediaType: "image/png\r\nX-Evil: 1", bytes: Buffer.from("\r\n--tollgate-") };
    const fields = [
      { name: "prompt", value: '"; name="model' },
      { name: "image[]", value: hostile },
      { name: "empty", value: "" },
    ];
    const { contentType, body } = writeForm(fields);
    const headers = { "content-type": contentType };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    expect([...form.keys()]).toEqual(["prompt", "image[]", "empty"]);
    expect(form.get("prompt")).toBe('"; name="model');
    const file = form.get("image[]") as File;
    expect([file.name, file.type, await file.text()]).toEqual([
      name,
      "application/octet-stream",
      "\r\n--tollgate-",
    ]);
    expect(body.toString()).not.toContain("\nX-Evil");
    expect(writeForm(fields).body.equals(body)).toBe(true);
  });
});

describe("forwarded calls", () => {
  const chat: NativeCapability = {
    supports: (format) => format === "openai-chat",
    buildRequest: () => ({ method: "POST", url: "chat", headers: {} }),
    readUsage: () => ({ ...noUsage, input: 1 }),
  };
  const native = forwardCalls(
    openAiCalls,
    { path: (endpoint, _channel, model) => `/at/${model}${endpoint}` },
    chat,
  );
  const call = { model: "m", stream: false, body: Buffer.from("x") };

  it("go to the vendor's endpoint with the caller's content type", () => {
    const type = "multipart/form-data; boundary=b";
    const request = native.buildRequest(
      { ...call, format: "openai-image-edits", headers: { "content-type": type, authorization: "theirs" } },
      channel,
    );
    expect(request).toEqual({
      method: "POST",
      url: "https://upstream.test/at/m/images/edits",
      headers: { "content-type": type, accept: "application/json", authorization: "Bearer test-key" },
      body: call.body,
    });
  });

  it("leave chat to the vendor's own native path", () => {
    expect(native.supports("openai-chat", "m", channel)).toBe(true);
    expect(native.supports("openai-speech", "m", channel)).toBe(true);
    expect(native.supports("cohere-rerank", "m", channel)).toBe(false);
    expect(native.buildRequest({ ...call, format: "openai-chat", headers: {} }, channel).url).toBe("chat");
    expect(native.readUsage({}, undefined, "openai-chat")?.input).toBe(1);
    expect(native.readUsage({ usage: { prompt_tokens: 7 } }, undefined, "openai-embeddings")?.input).toBe(7);
    const alone = forwardCalls(["cohere-rerank"]);
    expect(() => alone.buildRequest({ ...call, format: "openai-chat", headers: {} }, channel)).toThrow(
      /does not support/,
    );
    expect(alone.supports("openai-chat", "m", channel)).toBe(false);
  });
});
