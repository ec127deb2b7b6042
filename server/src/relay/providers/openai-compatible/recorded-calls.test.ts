import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promptTokens } from "@tollgate/contract/cost";
import OpenAI, { toFile } from "openai";
import { describe, expect, it } from "vitest";
import type { FormatId } from "../../format-ids.ts";
import type { CallFormat } from "../../formats/format.ts";
import { type Answered, asCall, relayInProcess } from "../../formats/kit/__fixtures__/relay-in-process.ts";
import { testProvider } from "../../formats/openai-embeddings/__fixtures__/test-provider.ts";
import { findFormat } from "../../formats/registry.ts";

/**
 * Replays recorded upstream answers to calls other than chat, which are not part of the repository: recording →
 * provider → format → official SDK must reproduce the recorded values. TOLLGATE_TRANSCRIPTS names their folder;
 * default: next to the repository.
 */
const root = path.resolve(import.meta.dirname, "../../../../..");
const folder = process.env.TOLLGATE_TRANSCRIPTS ?? path.resolve(root, "../shared/transcripts");

interface Recording {
  name: string;
  text: string;
  body: Record<string, unknown>;
}

/** Recordings of one kind, of any vendor. */
function recordings(kind: string): Recording[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, kind)))
    .flatMap((vendor) => {
      const names = readdirSync(path.join(folder, vendor.name, kind)).filter((name) =>
        name.endsWith(".json"),
      );
      return names.map((file) => {
        const name = `${vendor.name}/${kind}/${file}`;
        const text = readFileSync(path.join(folder, name), "utf8");
        return { name, text, body: JSON.parse(text) as Record<string, unknown> };
      });
    });
}

function relay(id: FormatId, answered: Answered, native: boolean) {
  const format = asCall(findFormat(id) as CallFormat);
  const relayed = relayInProcess({ format, provider: testProvider, native, upstream: () => answered });
  const client = new OpenAI({
    apiKey: "k",
    baseURL: "https://gate.test/v1",
    maxRetries: 0,
    fetch: relayed.fetch,
  });
  return { relayed, client };
}

interface EmbeddingRecording {
  data: { embedding: number[] }[];
  usage: { prompt_tokens: number };
}

interface RerankRecording {
  results?: { index: number; relevance_score: number }[];
  data?: { index: number; relevance_score: number }[];
  usage?: { total_tokens: number };
}

const present = existsSync(folder);

describe.skipIf(!present)(
  "recorded answers to calls other than chat (skipped where transcripts are not present)",
  () => {
    it("cover every replayed kind", () => {
      const kinds = ["embedding", "rerank", "image", "transcription"];
      expect(kinds.filter((kind) => recordings(kind).length === 0)).toEqual([]);
    });

    for (const { name, text, body } of recordings("embedding")) {
      if (!Array.isArray(body.data)) continue;
      it.each([true, false])(`${name} (native path: %s)`, async (native) => {
        const recorded = body as unknown as EmbeddingRecording;
        const { client } = relay("openai-embeddings", { body: text }, native);
        const input = recorded.data.map((_, index) => `input ${index}`);
        const answer = await client.embeddings.create({ model: "m", input, encoding_format: "float" });
        expect(answer.data.map((entry) => entry.embedding)).toEqual(
          recorded.data.map((entry) => entry.embedding),
        );
        expect(answer.usage.prompt_tokens).toBe(recorded.usage.prompt_tokens);
        const usage = testProvider.native?.readUsage(body, undefined, "openai-embeddings");
        expect(usage && promptTokens(usage)).toBe(recorded.usage.prompt_tokens);
      });
    }

    for (const { name, text, body } of recordings("rerank")) {
      const recorded = body as RerankRecording;
      const list = recorded.results ?? recorded.data ?? [];
      if (list.some((entry) => typeof entry.relevance_score !== "number")) continue;
      it(`${name}`, async () => {
        const { relayed } = relay("cohere-rerank", { body: text }, false);
        const documents = Array.from({ length: 10 }, (_, index) => `document ${index}`);
        const init = { method: "POST", body: JSON.stringify({ model: "m", query: "q", documents }) };
        const answer = (await (
          await relayed.fetch("https://gate.test/v1/rerank", init)
        ).json()) as RerankRecording;
        const sorted = list.toSorted((one, other) => other.relevance_score - one.relevance_score);
        expect(answer.results).toEqual(
          sorted.map(({ index, relevance_score }) => ({
            index,
            relevance_score,
            document: { text: documents[index] },
          })),
        );
        expect(answer.usage?.total_tokens).toBe(recorded.usage?.total_tokens);
      });
    }

    for (const { name, text, body } of recordings("image"))
      it(`${name}`, async () => {
        if (body.error !== undefined) {
          const problem = testProvider.readProblem(400, text, {});
          const { message, param, code } = body.error as Record<string, string>;
          expect(problem).toMatchObject({ kind: "request", message, param, code });
          return;
        }
        const { client } = relay("openai-images", { body: text }, false);
        const answer = await client.images.generate({ model: "m", prompt: "p" });
        const data = body.data as { url?: string; b64_json?: string }[];
        expect(answer.data?.map((entry) => [entry.url, entry.b64_json])).toEqual(
          data.map((entry) => [entry.url, entry.b64_json]),
        );
        expect(answer.created).toBe(body.created);
      });

    for (const { name, text, body } of recordings("transcription"))
      it(`${name}`, async () => {
        // Non-JSON answers were recorded with their headers.
        const { headers } = body as { headers?: Record<string, string> };
        const plain = headers !== undefined && typeof body.body === "string";
        const answered = plain
          ? { body: String(body.body), contentType: headers["content-type"] ?? "" }
          : { body: text };
        const content = String(plain ? body.body : body.text).trim();
        const { client } = relay("openai-transcriptions", answered, false);
        const file = await toFile(Buffer.from("sound"), "a.mp3");
        const json = await client.audio.transcriptions.create({ model: "m", file });
        expect(json.text.trim()).toBe(content);
        const given = body.usage as Record<string, number> | undefined;
        const usage = json.usage as { input_tokens: number; output_tokens: number } | undefined;
        expect(usage?.output_tokens).toBe(given?.completion_tokens ?? given?.output_tokens);
        const srt = await client.audio.transcriptions.create({ model: "m", file, response_format: "srt" });
        const segments = (body.segments as unknown[] | undefined) ?? [content];
        expect(srt.match(/ --> /g)).toHaveLength(segments.length);
      });
  },
);
