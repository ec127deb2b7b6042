import type { Citation } from "../../canonical/chat.ts";
import type { WireGrounding, WireSupport } from "./wire.ts";

/** A citation, and the cited text of the response as UTF-16 offsets, if known. */
export interface PlacedCitation {
  citation: Citation;
  start: number | undefined;
  end: number | undefined;
}

/**
 * Citations of web pages as Google's grounding: each page once, and which text is based on which pages. `text` is the
 * known part of the response. Undefined if no citation has a URL, the only source that grounding supports.
 */
export function renderGrounding(
  citations: readonly PlacedCitation[],
  text: string,
): WireGrounding | undefined {
  const pages = new Map<string, number>();
  const grounding: WireGrounding = { groundingChunks: [] };
  const supports = new Map<string, WireSupport>();
  for (const { citation, start, end } of citations) {
    const { url: uri, title } = citation;
    if (uri === undefined) continue;
    const index = pages.get(uri) ?? pages.size;
    if (!pages.has(uri)) {
      pages.set(uri, index);
      grounding.groundingChunks.push({ web: title === undefined ? { uri } : { uri, title } });
    }
    if (start === undefined || end === undefined || end <= start || end > text.length) continue;
    const key = `${start}-${end}`;
    const support = supports.get(key) ?? supportOf(text, start, end);
    supports.set(key, support);
    if (!support.groundingChunkIndices.includes(index)) support.groundingChunkIndices.push(index);
  }
  if (supports.size > 0) grounding.groundingSupports = [...supports.values()];
  return pages.size > 0 ? grounding : undefined;
}

function supportOf(text: string, start: number, end: number): WireSupport {
  const startIndex = Buffer.byteLength(text.slice(0, start));
  const content = text.slice(start, end);
  const endIndex = startIndex + Buffer.byteLength(content);
  return { segment: { startIndex, endIndex, text: content }, groundingChunkIndices: [] };
}
