import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BooksBefore, expectBooked, openBooks } from "../conformance/expect-charged.ts";
import { frameLines } from "../conformance/feed-stream.ts";
import { hasRecordings, type Recording, recordingsIn, writtenAnswersIn } from "../conformance/recordings.ts";
import { type Replay, startReplay } from "../conformance/start-replay.ts";
import { jsonAnswer, streamAnswer, textAnswer } from "../fake-upstream/fake-upstream.ts";

/**
 * Plays every recorded response other than chat to a running server, read by the official SDK, or by fetch without one.
 */
describe("recorded responses other than chat", () => {
  it.skipIf(!hasRecordings)("has recordings of real upstreams (skipped: not present)", () => {
    expect(hasRecordings).toBe(true);
  });
  if (!hasRecordings) return;
  let replay: Replay;
  let through: OpenAI;
  let direct: OpenAI;
  let google: GoogleGenAI;

  beforeAll(async () => {
    replay = await startReplay();
    for (const [name, type, model, more] of channels) await replay.add(name, type, model, more);
    const { running, upstream, key } = replay;
    through = new OpenAI({ baseURL: `${running.url}/v1`, apiKey: key, maxRetries: 0 });
    direct = new OpenAI({ baseURL: `${upstream.url}/v1`, apiKey: "unused", maxRetries: 0 });
    google = new GoogleGenAI({ apiKey: key, vertexai: false, httpOptions: { baseUrl: running.url } });
  });
  afterAll(() => replay?.stop());

  /**
   * The SDK's result for our response and for the recording itself, without the model's name. If both ends use the same
   * format they are equal.
   */
  async function sendBoth(
    send: (client: OpenAI) => Promise<unknown>,
  ): Promise<{ ours: unknown; theirs: unknown }> {
    return { ours: plain(await send(through)), theirs: plain(await send(direct)) };
  }

  const play = ({ body }: Whole): Promise<BooksBefore> => {
    replay.upstream.answer(jsonAnswer(body));
    return openBooks(replay.running);
  };
  const inputs = ["one", "two"];

  describe.each(embedders)("embeddings: $from", ({ from, vectors, tokens }) => {
    it.each(wholeOf(from))("$name, to OpenAI's SDK", async (recording) => {
      const before = await play(recording);
      const send = (client: OpenAI) =>
        client.embeddings.create({ model: nameOf(from), input: inputs, encoding_format: "float" });
      const { data, usage } = await send(through);
      expect(data.map((entry) => entry.embedding)).toEqual(vectors(recording.body));
      const prompt = tokens(recording.body);
      expect(usage).toEqual({ prompt_tokens: prompt, total_tokens: prompt });
      await expectBooked(replay.running, before, { usage: { prompt, cached: 0, completion: 0 } });
      if (from !== "openai/embedding") return;
      const { ours, theirs } = await sendBoth(send);
      expect(ours).toEqual(theirs);
    });

    it.each(wholeOf(from))("$name, to Google's SDK", async (recording) => {
      const before = await play(recording);
      const { embeddings } = await google.models.embedContent({ model: nameOf(from), contents: inputs });
      expect(embeddings?.map((entry) => entry.values)).toEqual(vectors(recording.body));
      const usage = { prompt: tokens(recording.body), cached: 0, completion: 0 };
      await expectBooked(replay.running, before, { usage });
    });
  });

  describe.each(rerankers)("rerank: $from", ({ from, tokens }) => {
    it.each(wholeOf(from))("$name", async (recording) => {
      const before = await play(recording);
      const documents = Array.from({ length: 10 }, (_, index) => `document ${index}`);
      const body = { model: nameOf(from), query: "which", documents };
      const response = await replay.running.call(replay.key, body, { path: "/v1/rerank" });
      expect(response.status).toBe(200);
      const prompt = tokens(recording.body);
      expect(await response.json()).toMatchObject({
        model: nameOf(from),
        results: orderOf(recording.body),
        ...(prompt !== undefined && { usage: { prompt_tokens: prompt, total_tokens: prompt } }),
      });
      const usage = prompt === undefined ? undefined : { prompt, cached: 0, completion: 0 };
      await expectBooked(replay.running, before, { usage });
    });
  });

  describe("images", () => {
    const pictures = wholeOf("openai/image").filter(({ body }) => !("error" in (body as object)));
    it.each(pictures)("$name, edited and generated", async (recording) => {
      const model = nameOf("openai/image");
      const image = new File([Buffer.from("a picture")], "a.png", { type: "image/png" });
      for (const request of [
        (client: OpenAI) => client.images.edit({ model, prompt: "A boat", image }),
        (client: OpenAI) => client.images.generate({ model, prompt: "A boat" }),
      ]) {
        const before = await play(recording);
        const { ours, theirs } = await sendBoth(request);
        expect(ours).toEqual(theirs);
        // Without usage of the upstream, an image is charged by its size.
        const { usage } = recording.body as { usage?: { input_tokens: number; output_tokens: number } };
        await expectBooked(replay.running, before, {
          usage: usage && { prompt: usage.input_tokens, cached: 0, completion: usage.output_tokens },
        });
      }
    });
  });

  describe("transcriptions", () => {
    const file = new File([Buffer.from("some sound")], "a.mp3", { type: "audio/mpeg" });

    it.each(wholeOf("groq/transcription"))("$name", async (recording) => {
      const { body, headers } = recording.body as { body: string; headers: { "content-type": string } };
      const before = await play(recording);
      replay.upstream.answer(textAnswer(body, 200, headers["content-type"]));
      const { ours, theirs } = await sendBoth((client) =>
        client.audio.transcriptions.create({
          model: nameOf("groq/transcription"),
          file,
          response_format: "text",
        }),
      );
      expect(ours).toEqual(theirs);
      await expectBooked(replay.running, before, { usage: undefined });
    });

    it.each(wholeOf("mistral/transcription"))("$name", async (recording) => {
      const { text, usage } = recording.body as MistralTranscript;
      const before = await play(recording);
      const said = await through.audio.transcriptions.create({
        model: nameOf("mistral/transcription"),
        file,
      });
      expect(said.text).toBe(text);
      await expectBooked(replay.running, before, {
        usage: usage && { prompt: usage.prompt_tokens, cached: 0, completion: usage.completion_tokens },
      });
    });
  });

  describe("completions", () => {
    const model = nameOf("openai/completion");
    const usage = { prompt: 14, cached: 0, completion: 16 };

    it.each(wholeOf("openai/completion"))("$name", async (recording) => {
      const before = await play(recording);
      const { ours, theirs } = await sendBoth((client) =>
        client.completions.create({ model, prompt: "Tell" }),
      );
      expect(ours).toEqual(theirs);
      await expectBooked(replay.running, before, { usage });
    });

    it.each(streamsOf("openai/completion"))("$name", async ({ lines }) => {
      replay.upstream.answer(streamAnswer([frameLines(lines, "data-done").toString("utf8")]));
      const before = await openBooks(replay.running);
      const options = { include_usage: true };
      const { ours, theirs } = await sendBoth(async (client) => {
        const pieces: unknown[] = [];
        const stream = { stream: true, stream_options: options } as const;
        for await (const piece of await client.completions.create({ model, prompt: "Tell", ...stream }))
          pieces.push(piece);
        return pieces;
      });
      expect(ours).toEqual(theirs);
      await expectBooked(replay.running, before, { usage });
    });
  });
});

type Whole = Extract<Recording, { body: unknown }>;
type Streamed = Extract<Recording, { lines: string[] }>;

const wholeOf = (from: string): Whole[] =>
  [...writtenAnswersIn(from), ...recordingsIn(from)].filter((recording) => "body" in recording);
const streamsOf = (from: string): Streamed[] =>
  recordingsIn(from).filter((recording) => "lines" in recording);
const nameOf = (from: string): string => from.replace("/", "-");

const bedrock = { key: "eu-west-1|bedrock-api-key" };
const channels = [
  [nameOf("openai/embedding"), 1, "text-embedding-x", {}],
  [nameOf("cohere/embedding"), 36, "embed-x", {}],
  [nameOf("mistral/embedding"), 30, "mistral-embed", {}],
  [nameOf("google/embedding"), 25, "gemini-embedding-x", {}],
  [nameOf("google-vertex/embedding"), 42, "text-embedding-x", { other: "global|a-project" }],
  [nameOf("amazon-bedrock/rerank"), 32, "amazon.rerank-x", bedrock],
  [nameOf("togetherai/rerank"), 8, "llama-rank-x", {}],
  [nameOf("voyage/rerank"), 8, "rerank-x", {}],
  [nameOf("jina/rerank"), 47, "jina-reranker-x", {}],
  [nameOf("cohere/rerank"), 36, "rerank-x", {}],
  [nameOf("openai/image"), 1, "gpt-image-x", {}],
  [nameOf("groq/transcription"), 31, "whisper-x", {}],
  [nameOf("mistral/transcription"), 30, "voxtral-x", {}],
  [nameOf("openai/completion"), 1, "gpt-instruct-x", {}],
] as const;

interface MistralTranscript {
  text: string;
  usage?: { prompt_tokens: number; completion_tokens: number };
}

/** The recordings' content, in each vendor's own fields. */
const openAiEmbedder = {
  vectors: (body: unknown) =>
    (body as { data: { embedding: number[] }[] }).data.map((entry) => entry.embedding),
  tokens: (body: unknown) => (body as { usage: { prompt_tokens: number } }).usage.prompt_tokens,
};

const embedders = [
  { from: "openai/embedding", ...openAiEmbedder },
  { from: "mistral/embedding", ...openAiEmbedder },
  {
    from: "google/embedding",
    vectors: (body: unknown) =>
      (body as { embeddings: { values: number[] }[] }).embeddings.map((entry) => entry.values),
    tokens: (body: unknown) =>
      (body as { usageMetadata: { promptTokenCount: number } }).usageMetadata.promptTokenCount,
  },
  {
    from: "cohere/embedding",
    vectors: (body: unknown) => (body as { embeddings: { float: number[][] } }).embeddings.float,
    tokens(body: unknown) {
      const { meta } = body as { meta: Record<string, { input_tokens: number } | undefined> };
      return (meta.billed_units ?? meta.tokens)?.input_tokens ?? 0;
    },
  },
  {
    from: "google-vertex/embedding",
    vectors: (body: unknown) => predictionsOf(body).map((entry) => entry.values),
    tokens: (body: unknown) =>
      predictionsOf(body).reduce((sum, entry) => sum + entry.statistics.token_count, 0),
  },
];

function predictionsOf(body: unknown): { values: number[]; statistics: { token_count: number } }[] {
  const { predictions } = body as {
    predictions: { embeddings: { values: number[]; statistics: { token_count: number } } }[];
  };
  return predictions.map((entry) => entry.embeddings);
}

const rerankers = [
  { from: "amazon-bedrock/rerank", tokens: () => undefined },
  { from: "togetherai/rerank", tokens: totalOf },
  { from: "voyage/rerank", tokens: totalOf },
  { from: "jina/rerank", tokens: totalOf },
  { from: "cohere/rerank", tokens: searchesOf },
];

function totalOf(body: unknown): number {
  return (body as { usage: { total_tokens: number } }).usage.total_tokens;
}

function searchesOf(body: unknown): number {
  return (body as { meta: { billed_units: { search_units: number } } }).meta.billed_units.search_units;
}

/** Best first; vendors call the list and the score differently. */
function orderOf(body: unknown): { index: number; relevance_score: number }[] {
  const { results, data } = body as Record<"results" | "data", Record<string, number>[] | undefined>;
  return (results ?? data ?? []).map((entry) => ({
    index: entry.index ?? -1,
    relevance_score: entry.relevance_score ?? entry.relevanceScore ?? -1,
  }));
}

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, entry: unknown) => (key === "model" ? "" : entry))) as unknown;
