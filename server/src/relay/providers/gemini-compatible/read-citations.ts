import type { Citation } from "../../canonical/chat.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asList, asObject, type JsonObject } from "../kit/read-json.ts";

/**
 * Citations of an answer: grounding (pages and the text that they support) and recited works. `text` is the whole
 * answer, or empty if it was not kept; then citations have no position. A page without a position is listed once.
 */
export function readCitations(candidate: JsonObject, text: string): Citation[] {
  const grounding = asObject(candidate.groundingMetadata) ?? {};
  const chunks = asList(grounding.groundingChunks).map(readChunk);
  const placed = new Set<number>();
  const citations: Citation[] = [];
  const bytes = Buffer.from(text);
  for (const entry of asList(grounding.groundingSupports)) {
    const support = asObject(entry) ?? {};
    const place = findPlace(asObject(support.segment) ?? {}, text, bytes);
    for (const index of asList(support.groundingChunkIndices)) {
      const chunk = typeof index === "number" ? chunks[index] : undefined;
      if (chunk === undefined || typeof index !== "number") continue;
      if (place === undefined && placed.has(index)) continue;
      placed.add(index);
      citations.push({ ...chunk, ...place });
    }
  }
  chunks.forEach((chunk, index) => {
    if (chunk && !placed.has(index)) citations.push(chunk);
  });
  return [...citations, ...readRecited(candidate, text, bytes)];
}

function readChunk(entry: unknown): Citation | undefined {
  const chunk = asObject(entry);
  if (chunk === undefined) return undefined;
  const from = asObject(chunk.web) ?? asObject(chunk.retrievedContext) ?? asObject(chunk.maps) ?? {};
  const citation: Citation = { source: { dialect: "gemini-generate", value: chunk } };
  const url = asFilledText(from.uri);
  if (url !== undefined) citation.url = url;
  const title = asFilledText(from.title);
  if (title !== undefined) citation.title = title;
  const quote = asFilledText(from.text);
  if (quote !== undefined) citation.quote = quote;
  return citation;
}

/** Works that the answer repeats at length; the Gemini API and Vertex AI name the list differently. */
function readRecited(candidate: JsonObject, text: string, bytes: Buffer): Citation[] {
  const metadata = asObject(candidate.citationMetadata);
  return asList(metadata?.citations ?? metadata?.citationSources).flatMap((entry) => {
    const work = asObject(entry);
    const url = asFilledText(work?.uri);
    if (work === undefined || url === undefined) return [];
    const title = asFilledText(work.title);
    const source = { dialect: "gemini-generate" as const, value: work };
    return [{ url, ...(title === undefined ? {} : { title }), ...findPlace(work, text, bytes), source }];
  });
}

/**
 * Google counts UTF-8 bytes, often within a part that it does not name: if the text is not there, it is searched for.
 */
function findPlace(
  segment: JsonObject,
  text: string,
  bytes: Buffer,
): { start: number; end: number } | undefined {
  const cited = asFilledText(segment.text);
  const endByte = readCountIfGiven(segment.endIndex);
  if (text === "" || (cited === undefined && endByte === undefined)) return undefined;
  if (endByte !== undefined && endByte <= bytes.length) {
    const start = bytes.toString("utf8", 0, Math.max(readCountIfGiven(segment.startIndex) ?? 0, 0)).length;
    const end = bytes.toString("utf8", 0, Math.max(endByte, 0)).length;
    if (start < end && (cited === undefined || text.slice(start, end) === cited)) return { start, end };
  }
  const found = cited === undefined ? -1 : text.indexOf(cited);
  return found === -1 || cited === undefined ? undefined : { start: found, end: found + cited.length };
}
