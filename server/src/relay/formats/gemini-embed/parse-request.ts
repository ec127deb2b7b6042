import type { EmbeddingCall } from "../../canonical/embedding.ts";
import { type Fields, isFields, reject } from "../kit/check-value.ts";
import { readField, snakeName } from "../kit/google-names.ts";
import { headerNames } from "../kit/name-unread.ts";
import { needFields } from "../kit/read-fields.ts";

/**
 * Parses a request into the canonical call: one content, or `requests` with one each. Purpose and dimensions apply to
 * the whole call there, so requests that differ in them are rejected.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseRequest(body: unknown, model: string): { call: EmbeddingCall; unread: string[] } {
  const fields = needFields(body);
  const unread = new Set<string>();
  const requests = readRequests(fields);
  const call: EmbeddingCall = { model, inputs: [], encoding: "float" };
  const first = readOptions(requests[0]?.fields ?? {}, requests[0]?.path ?? "");
  for (const { fields: request, path } of requests) {
    call.inputs.push(readContent(request, path));
    const options = readOptions(request, path);
    for (const name of ["taskType", "outputDimensionality"] as const)
      if (options[name] !== first[name])
        reject(`${path}${name}`, `'${path}${name}' must be the same in all requests for this model.`);
    if (options.title !== first.title) unread.add("title");
    for (const key of Object.keys(request)) if (request[key] != null && !known.has(key)) unread.add(key);
  }
  if (first.title !== undefined && !unread.has("title")) call.title = first.title;
  if (first.outputDimensionality !== undefined) call.dimensions = first.outputDimensionality;
  if (first.taskType !== undefined) {
    const purpose = purposes[first.taskType];
    if (purpose !== undefined) call.purpose = purpose;
    else unread.add("taskType");
  }
  return { call, unread: headerNames(unread) };
}

/** Google's value of a purpose, and the canonical one. */
const purposes: Readonly<Record<string, string>> = {
  RETRIEVAL_QUERY: "search_query",
  RETRIEVAL_DOCUMENT: "search_document",
  CLASSIFICATION: "classification",
  CLUSTERING: "clustering",
};

const names = ["model", "content", "taskType", "title", "outputDimensionality", "embedContentConfig"];
const known = new Set([...names, ...names.map(snakeName), "requests"]);

/** `path` is the prefix of a field's name. */
function readRequests(fields: Fields): { fields: Fields; path: string }[] {
  if (fields.requests == null) return [{ fields, path: "" }];
  if (!Array.isArray(fields.requests)) return reject("requests", "'requests' must be a list.");
  return (fields.requests as unknown[]).map((request, index) => {
    if (!isFields(request)) reject(`requests[${index}]`, `'requests[${index}]' must be an object.`);
    return { fields: request, path: `requests[${index}].` };
  });
}

/** All texts of a content make one vector; other parts are not supported. */
function readContent(request: Fields, path: string): string {
  const content = isFields(request.content)
    ? request.content
    : reject(`${path}content`, `'${path}content' is required.`);
  const parts = Array.isArray(content.parts) ? (content.parts as unknown[]) : [];
  if (parts.length === 0) reject(`${path}content.parts`, `'${path}content.parts' must contain text.`);
  return parts
    .map((part, index) => {
      const text = isFields(part) ? part.text : undefined;
      if (typeof text === "string") return text;
      const at = `${path}content.parts[${index}]`;
      return reject(at, `'${at}' must be text for this model.`);
    })
    .join("\n");
}

interface EmbeddingOptions {
  taskType: string | undefined;
  title: string | undefined;
  outputDimensionality: number | undefined;
}

/** The options are in the request or in its `embedContentConfig`. */
function readOptions(request: Fields, path: string): EmbeddingOptions {
  const config = readField(request, "embedContentConfig");
  const read = (name: string): unknown =>
    readField(request, name) ?? (isFields(config) ? readField(config, name) : undefined);
  const taskType = read("taskType") ?? undefined;
  const title = read("title") ?? undefined;
  const size = read("outputDimensionality") ?? undefined;
  if (taskType !== undefined && typeof taskType !== "string")
    return reject(`${path}taskType`, `'${path}taskType' must be a string.`);
  if (title !== undefined && typeof title !== "string")
    return reject(`${path}title`, `'${path}title' must be a string.`);
  if (size !== undefined && (typeof size !== "number" || !Number.isInteger(size) || size < 1))
    return reject(
      `${path}outputDimensionality`,
      `'${path}outputDimensionality' must be a whole number from 1.`,
    );
  const unspecified = taskType === "TASK_TYPE_UNSPECIFIED" || taskType === "";
  return { taskType: unspecified ? undefined : taskType, title, outputDimensionality: size };
}
