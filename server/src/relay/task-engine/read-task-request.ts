import type { IncomingRequest } from "../exchange.ts";
import { parseForm, parsePlainForm } from "../request/parse-form.ts";
import { parseJson } from "../request/request-body.ts";
import { RelayError } from "../relay-error.ts";
import type { TaskRequest } from "../tasks/platform.ts";

type Read = Pick<TaskRequest, "body" | "files">;

/** The body of a call to a platform: JSON or a form. An empty body is an empty object. @throws RelayError */
export async function readTaskRequest({
  body,
  headers,
  memory,
}: Pick<IncomingRequest, "body" | "headers" | "memory">): Promise<Read> {
  const type = String(headers["content-type"] ?? "");
  if (/^multipart\/form-data/i.test(type)) return readForm(body, type);
  if (/^application\/x-www-form-urlencoded/i.test(type)) return { body: parsePlainForm(body) };
  if (body.length === 0) return { body: {} };
  const value = parseJson(body, memory);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RelayError("invalid_request", "The body must be a JSON object.");
  return { body: value as Record<string, unknown> };
}

async function readForm(bytes: Buffer, type: string): Promise<Read> {
  const texts: [string, string][] = [];
  const files: [string, NonNullable<TaskRequest["files"]>[string]][] = [];
  for (const { name, value } of (await parseForm(bytes, type)).fields) {
    if (typeof value === "string") texts.push([name, value]);
    else files.push([name, { name: value.name, type: value.mediaType, bytes: value.bytes }]);
  }
  return { body: Object.fromEntries(texts), files: Object.fromEntries(files) };
}
