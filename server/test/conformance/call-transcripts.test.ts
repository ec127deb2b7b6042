import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promptTokens } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { findProvider } from "../../src/relay/providers/registry.ts";
import type { UpstreamAnswer } from "../../src/relay/providers/provider.ts";

/** Recorded responses other than chat, read by their provider. For their folder see transcripts.test.ts. */
const root = path.resolve(import.meta.dirname, "../../..");
const folder = process.env.TOLLGATE_TRANSCRIPTS ?? path.resolve(root, "../shared/transcripts");

interface RecordedRerank {
  results: { index: number; relevanceScore: number }[];
}

interface RecordedEmbedding {
  embeddings: { float: number[][] };
  meta: { billed_units: { input_tokens: number } };
}

function recordingsIn(from: string): string[] {
  const directory = path.join(folder, from);
  return readdirSync(directory)
    .filter((file) => file.endsWith(".json"))
    .map((file) => path.join(directory, file));
}

function readAnswer<Recorded>(file: string): { recorded: Recorded; answer: UpstreamAnswer } {
  const body = readFileSync(file);
  return {
    recorded: JSON.parse(body.toString("utf8")) as Recorded,
    answer: { status: 200, headers: {}, body },
  };
}

describe("recorded responses other than chat", () => {
  if (!existsSync(folder)) {
    it.skip("skipped: transcripts not present", () => {});
    return;
  }
  it.each(recordingsIn("amazon-bedrock/rerank"))("%s", (file) => {
    const { recorded, answer } = readAnswer<RecordedRerank>(file);
    const call = { model: "m", query: "q", documents: Array<string>(9).fill("d"), returnDocuments: false };
    const read = findProvider(32)?.rerank?.readResponse(answer, call);
    expect(recorded.results.length).toBeGreaterThan(0);
    expect(read?.results).toEqual(
      recorded.results.map(({ index, relevanceScore }) => ({ index, score: relevanceScore })),
    );
  });

  it.each(recordingsIn("cohere/embedding"))("%s", (file) => {
    const { recorded, answer } = readAnswer<RecordedEmbedding>(file);
    const inputs = recorded.embeddings.float.map(String);
    const call = { model: "m", inputs, encoding: "float" as const };
    const read = findProvider(36)?.embeddings?.readResponse(answer, call);
    expect(read?.vectors).toEqual(recorded.embeddings.float);
    expect(read?.usage && promptTokens(read.usage)).toBe(recorded.meta.billed_units.input_tokens);
  });
});
