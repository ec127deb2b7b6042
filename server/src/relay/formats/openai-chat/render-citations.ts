import type { WireAnnotation } from "./wire.ts";

/**
 * A citation as OpenAI's annotation, if it names a web address; `start` and `end` are where its text stands in the content.
 * Undefined for citations of documents, which the format has no word for.
 */
export function renderAnnotation(citation: unknown, start: number, end: number): WireAnnotation | undefined {
  if (typeof citation === "string")
    return /^https?:/.test(citation) ? annotation(citation, "", start, end) : undefined;
  if (typeof citation !== "object" || citation === null) return undefined;
  if ("url_citation" in citation) return citation as WireAnnotation;
  if (!("url" in citation) || typeof citation.url !== "string") return undefined;
  const title = "title" in citation && typeof citation.title === "string" ? citation.title : "";
  return annotation(citation.url, title, start, end);
}

function annotation(url: string, title: string, start: number, end: number): WireAnnotation {
  return { type: "url_citation", url_citation: { url, title, start_index: start, end_index: end } };
}
