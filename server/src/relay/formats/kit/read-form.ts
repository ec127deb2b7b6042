import type { UploadedFile } from "../../canonical/image.ts";
import type { FormBody } from "../../canonical/form-body.ts";
import { RelayError } from "../../relay-error.ts";
import { type Fields, reject } from "./check-value.ts";

/** A form's texts as the fields of a JSON body would be, and its files. */
export interface Form {
  fields: Fields;
  files: { name: string; file: UploadedFile }[];
}

/** Types of a form's fields that are not strings. */
export interface FieldKinds {
  numbers: ReadonlySet<string>;
  flags: ReadonlySet<string>;
  /** Fields that determine admission, price and usage of a call: they occur once, and as text. */
  metered: ReadonlySet<string>;
}

/**
 * Reads a form. Text in a number or flag field that does not parse stays text, so that the field's own check names it;
 * `name[]` and repeated names are lists.
 * @throws RelayError `invalid_request` for a metered field that occurs twice or as a file
 */
export function readForm(body: unknown, kinds: FieldKinds): Form {
  if (!isForm(body))
    throw new RelayError("invalid_request", "The body must be a form (multipart/form-data).");
  const fields: Fields = Object.create(null) as Fields;
  const files: Form["files"] = [];
  for (const { name, value } of body.fields) {
    const metered = kinds.metered.has(name);
    if (typeof value !== "string") {
      if (metered) reject(name, `'${name}' must be text.`);
      files.push({ name, file: value });
      continue;
    }
    const known = fields[name];
    if (known !== undefined && metered) reject(name, `'${name}' must come once.`);
    const read = readValue(name, value, kinds);
    if (known !== undefined)
      fields[name] = Array.isArray(known) ? [...(known as unknown[]), read] : [known, read];
    else fields[name] = name.endsWith("[]") ? [read] : read;
  }
  return { fields, files };
}

function readValue(name: string, value: string, kinds: FieldKinds): unknown {
  if (kinds.numbers.has(name) && value.trim() !== "" && Number.isFinite(Number(value))) return Number(value);
  if (kinds.flags.has(name) && (value === "true" || value === "false")) return value === "true";
  return value;
}

function isForm(body: unknown): body is FormBody {
  return typeof body === "object" && body !== null && Array.isArray((body as Partial<FormBody>).fields);
}
