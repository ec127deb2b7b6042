import type { Citation } from "../../canonical/chat.ts";
import { asFilledText, asList, asObject, type JsonObject } from "../kit/read-json.ts";

/** URLs next to the choices, with Perplexity's titles from `search_results`. Empty if the answer has none. */
export function readRootCitations(root: JsonObject): Citation[] {
  if (root.citations == null) return [];
  const results = asList(root.search_results).map(asObject);
  return asList(root.citations).map((value) => {
    const citation = readCitation(value);
    const result = results.find((one) => one !== undefined && one.url === citation.url);
    const title = asFilledText(result?.title);
    if (title !== undefined) citation.title ??= title;
    return citation;
  });
}

/** A citation in any known shape: OpenAI's annotation, a bare URL, an object with a URL and a title. */
export function readCitation(value: unknown): Citation {
  const source = { dialect: "openai-chat" as const, value };
  if (typeof value === "string")
    return /^https?:/.test(value) ? { url: value, source } : { quote: value, source };
  const object = asObject(asObject(value)?.url_citation) ?? asObject(value);
  const citation: Citation = { source };
  const url = asFilledText(object?.url);
  if (url !== undefined) citation.url = url;
  const title = asFilledText(object?.title);
  if (title !== undefined) citation.title = title;
  if (typeof object?.start_index === "number") citation.start = object.start_index;
  if (typeof object?.end_index === "number") citation.end = object.end_index;
  return citation;
}
