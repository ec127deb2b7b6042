import type { Citation } from "../../canonical/chat.ts";
import type { WireAnnotation } from "./wire.ts";

/**
 * A citation as OpenAI's annotation, if it names a web address; `start` and `end` are where its text stands in the content,
 * unless the citation knows better. Undefined for citations of documents, which the format has no word for.
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

/** What is told of a citation that is no annotation: the vendor's own object. */
export function renderOtherCitation(citation: Citation): unknown {
  return citation.source?.value ?? citation;
}

function isAnnotation(value: unknown): value is WireAnnotation {
  return typeof value === "object" && value !== null && "url_citation" in value;
}
