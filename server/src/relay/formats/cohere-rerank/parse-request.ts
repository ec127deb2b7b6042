import type { RerankCall } from "../../canonical/rerank.ts";
import { isFields, reject } from "../kit/check-value.ts";
import { findUnread, headerNames } from "../kit/name-unread.ts";
import { needFields, needText, readFlag, readWhole } from "../kit/read-fields.ts";

/**
 * Parses a request into the canonical call. A document is a text or an object with `text`. Results contain the text
 * unless `return_documents` is false.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseRequest(body: unknown, model: string): { call: RerankCall; unread: string[] } {
  const fields = needFields(body);
  const documents = Array.isArray(fields.documents) ? (fields.documents as unknown[]) : [];
  const call: RerankCall = {
    model,
    query: needText(fields, "query"),
    documents: documents.map(readDocument),
    returnDocuments: readFlag(fields, "return_documents") ?? true,
  };
  const top = readWhole(fields, "top_n", { least: 1 });
  if (top !== undefined) call.top = top;
  return { call, unread: headerNames(findUnread(fields, known)) };
}

const known = new Set(["model", "query", "documents", "top_n", "return_documents"]);

function readDocument(value: unknown, index: number): string {
  const text = isFields(value) ? value.text : value;
  if (typeof text === "string") return text;
  return reject(`documents[${index}]`, `'documents[${index}]' must be a string, or an object with 'text'.`);
}
