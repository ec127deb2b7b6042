import type { UploadedFile } from "../canonical/image.ts";
import type { FormBody } from "../canonical/form-body.ts";
import { RelayError } from "../relay-error.ts";

/** More fields than any call has; many tiny ones cost more than their bytes. */
const fieldsMost = 200;
/** Bytes of a part's head: its name, its file's name and its type. */
const headMost = 16 * 1024;

/** Characters of one text field: prompts and options. */
const textMost = 1024 * 1024;

/**
 * Parses a multipart form that was received whole.
 * @throws RelayError `request_too_large` for a text field beyond a million characters, `invalid_request` for anything
 * else
 */
export async function parseForm(bytes: Buffer, contentType: string): Promise<FormBody> {
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new RelayError("invalid_request", "The body must be a form (multipart/form-data).");
  rejectFlood(bytes, contentType);
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
  } catch {
    throw new RelayError("invalid_request", "The body is not a valid form (multipart/form-data).");
  }
  const fields: FormBody["fields"] = [];
  for (const [name, value] of form) {
    if (fields.length >= fieldsMost)
      throw new RelayError("invalid_request", `The form has more than ${fieldsMost} fields.`);
    if (typeof value === "string" && value.length > textMost)
      throw new RelayError("request_too_large", `The field '${name.slice(0, 100)}' is longer than 1 MB.`);
    fields.push({ name, value: typeof value === "string" ? value : await readFile(value) });
  }
  return { fields };
}

/** Rejects forms that would block the parser for seconds: hundreds of thousands of parts, or heads of megabytes. */
function rejectFlood(bytes: Buffer, contentType: string): void {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = `\r\n--${quoted ?? plain ?? ""}`;
  // The first boundary may be at the very beginning, without a line before it.
  let parts = 0;
  for (let at = bytes.indexOf(boundary.slice(2)); at !== -1; at = bytes.indexOf(boundary, at + 1)) {
    // One more than fields: the last boundary ends the form.
    if (++parts > fieldsMost + 1)
      throw new RelayError("invalid_request", `The form has more than ${fieldsMost} fields.`);
    const head = bytes.subarray(at + boundary.length, at + boundary.length + headMost);
    if (head.length === headMost && !head.includes("\r\n\r\n"))
      throw new RelayError("invalid_request", "The head of a part of the form is too long.");
  }
}

/**
 * Parses a form without files (`application/x-www-form-urlencoded`). @throws RelayError `invalid_request` for too many
 * fields
 */
export function parsePlainForm(bytes: Buffer): Record<string, string> {
  let fields = 1;
  for (let at = bytes.indexOf("&"); at !== -1; at = bytes.indexOf("&", at + 1))
    if (++fields > fieldsMost)
      throw new RelayError("invalid_request", `The form has more than ${fieldsMost} fields.`);
  return Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));
}

async function readFile(file: File): Promise<UploadedFile> {
  return { name: file.name, mediaType: file.type, bytes: Buffer.from(await file.arrayBuffer()) };
}
