import type { Citation } from "../../canonical/chat.ts";
import type { WireAnnotation } from "./wire.ts";

/**
 * A citation as OpenAI's annotation, if it has a URL; `start` and `end` are the position of its text in the content,
 * unless the citation has its own. Undefined for citations of documents, which have no equivalent.
 */
export function renderAnnotation(citation: Citation, start: number, end: number): WireAnnotation | undefined {
  if (citation.source?.dialect === "openai-chat" && isAnnotation(citation.source.value))
    return citation.source.value;
  if (citation.url === undefined) return undefined;
  return {
    type: "url_citation",
    url_citation: {
      url: citation.url,
      title: citation.title ?? "",
      start_index: citation.start ?? start,
      end_index: citation.end ?? end,
    },
  };
}

/** A citation that is not an annotation: the vendor's own object. */
export function renderOtherCitation(citation: Citation): unknown {
  return citation.source?.value ?? citation;
}

function isAnnotation(value: unknown): value is WireAnnotation {
  return typeof value === "object" && value !== null && "url_citation" in value;
}
