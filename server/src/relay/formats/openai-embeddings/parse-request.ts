import type { EmbeddingCall } from "../../canonical/embedding.ts";
import { type Fields, reject } from "../kit/check-value.ts";
import { findUnread, headerNames } from "../kit/name-unread.ts";
import { needFields, readText, readWhole } from "../kit/read-fields.ts";

/**
 * Parses a request into the canonical call. `input` is a text, a list of texts, a list of token numbers, or a list of
 * such lists.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseRequest(body: unknown, model: string): { call: EmbeddingCall; unread: string[] } {
  const fields = needFields(body);
  const call: EmbeddingCall = { model, inputs: readInputs(fields), encoding: readEncoding(fields) };
  const dimensions = readWhole(fields, "dimensions", { least: 1, most: mostDimensions });
  if (dimensions !== undefined) call.dimensions = dimensions;
  const user = readText(fields, "user");
  if (user !== undefined) call.endUser = user;
  return { call, unread: headerNames(findUnread(fields, known)) };
}

const known = new Set(["model", "input", "encoding_format", "dimensions", "user"]);
const mostDimensions = 1_000_000;

function readEncoding(fields: Fields): EmbeddingCall["encoding"] {
  const format = readText(fields, "encoding_format") ?? "float";
  if (format === "float" || format === "base64") return format;
  return reject("encoding_format", "'encoding_format' must be 'float' or 'base64'.");
}

function readInputs(fields: Fields): EmbeddingCall["inputs"] {
  const { input } = fields;
  if (typeof input === "string") return [input];
  if (!Array.isArray(input)) return reject("input", "'input' must be a string or a list.");
  if (input.length === 0) return reject("input", "'input' must not be empty.");
  if (typeof input[0] === "number") return [readTokens(input, "input")];
  return input.map((entry: unknown, index) => {
    if (typeof entry === "string") return entry;
    return readTokens(entry, `input[${index}]`);
  });
}

function readTokens(value: unknown, path: string): number[] {
  if (!Array.isArray(value)) return reject(path, `'${path}' must be a string or a list of token numbers.`);
  for (const token of value)
    if (!Number.isSafeInteger(token) || token < 0) reject(path, `'${path}' must contain token numbers only.`);
  return value as number[];
}
