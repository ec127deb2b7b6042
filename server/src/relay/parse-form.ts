import type { UploadedFile } from "./canonical/image.ts";
import type { FormBody } from "./form-body.ts";
import { RelayError } from "./relay-error.ts";

/** More fields than any call has; a flood of tiny ones costs more than its bytes. */
const fieldsMost = 200;

/**
 * Reads a multipart form that was received whole.
 * @throws RelayError `invalid_request` for anything else
 */
export async function parseForm(bytes: Buffer, contentType: string): Promise<FormBody> {
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new RelayError("invalid_request", "The body must be a form (multipart/form-data).");
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
    fields.push({ name, value: typeof value === "string" ? value : await readFile(value) });
  }
  return { fields };
}

async function readFile(file: File): Promise<UploadedFile> {
  return { name: file.name, mediaType: file.type, bytes: Buffer.from(await file.arrayBuffer()) };
}
