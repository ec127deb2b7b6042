import { createHash } from "node:crypto";
import type { UploadedFile } from "../../canonical/image.ts";
import type { JsonObject } from "../kit/read-json.ts";

/** A field of a form: a text or a file. */
export interface FormField {
  name: string;
  value: string | UploadedFile;
}

/** A body as form fields: one for each list entry, objects as JSON. Null is left out. */
export function fieldsOf(body: JsonObject): FormField[] {
  const fields: FormField[] = [];
  for (const [name, value] of Object.entries(body))
    for (const entry of Array.isArray(value) ? (value as unknown[]) : [value])
      if (entry != null)
        fields.push({ name, value: typeof entry === "string" ? entry : JSON.stringify(entry) });
  return fields;
}

/**
 * A multipart form (RFC 7578). The boundary is a hash of the content: equal calls give equal bytes, and no content can
 * contain it.
 */
export function writeForm(fields: readonly FormField[]): { contentType: string; body: Buffer } {
  const hash = createHash("sha256");
  for (const { name, value } of fields)
    hash.update(name).update(typeof value === "string" ? value : value.bytes);
  const boundary = `tollgate-${hash.digest("hex").slice(0, 40)}`;
  const pieces: Buffer[] = [];
  for (const field of fields) {
    const { value } = field;
    pieces.push(Buffer.from(`--${boundary}\r\n${writeHead(field)}\r\n\r\n`));
    pieces.push(typeof value === "string" ? Buffer.from(value) : value.bytes, lineEnd);
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(pieces) };
}

const lineEnd = Buffer.from("\r\n");

function writeHead({ name, value }: FormField): string {
  const disposition = `Content-Disposition: form-data; name="${escapeName(name)}"`;
  if (typeof value === "string") return disposition;
  const type = mediaType.test(value.mediaType) ? value.mediaType : "application/octet-stream";
  return `${disposition}; filename="${escapeName(value.name || "file")}"\r\nContent-Type: ${type}`;
}

/** Escapes the three characters that would end a name, as browsers do. */
function escapeName(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

/** A file's type is the caller's text and must not start another header. */
const mediaType = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/;
