import { applyEdits, type Edit } from "../../../platform/scan-json-object.ts";
import { pickCustomParameters } from "../../canonical/custom-parameters.ts";
import type { FormBody } from "../../canonical/form-body.ts";
import { RelayError } from "../../relay-error.ts";
import type { NativeRewrite } from "../format.ts";

/**
 * The caller's form with the model renamed, or added in front if missing, without forbidden fields and with custom
 * parameters in front; every other byte and the boundary stay. Returns `raw` itself if nothing changes. `body` is `raw`
 * parsed.
 * @throws RelayError `invalid_request` for a form whose parts are not where its parser found them
 */
export function rewriteForm({ raw, body, model, custom }: NativeRewrite): Buffer {
  const form = body as FormBody;
  const { added, forbidden } = readCustom(form, custom, model);
  const named = form.fields.filter((field) => field.name === "model");
  const cuts = form.fields.some((field) => isForbidden(field.name, forbidden));
  if (named.length === 1 && named[0]?.value === model && !cuts && added.length === 0) return raw;
  const delimiter = readDelimiter(raw);
  const edits: Edit[] = [];
  if (named.length === 0) added.unshift(["model", model]);
  if (added.length > 0) {
    const text = added.map((field) => writeText(delimiter, field)).join("");
    edits.push({ start: delimiter.start, end: delimiter.start, text });
  }
  if (named.length > 0 || cuts)
    for (const part of findParts(raw, delimiter, form)) {
      if (part.name === "model") edits.push({ start: part.start, end: part.end, text: model });
      else if (isForbidden(part.name, forbidden))
        edits.push({ start: part.delimiter, end: part.end + lineEnd.length, text: "" });
    }
  return applyEdits(raw, edits);
}

/**
 * Custom parameters as texts; if one differs from the caller's fields of the same name, those are cut out. Files stay.
 */
function readCustom(
  form: FormBody,
  custom: Record<string, unknown>,
  model: string,
): { added: [name: string, text: string][]; forbidden: Set<string> } {
  const { values, overwrite, removed } = pickCustomParameters(custom, model);
  const forbidden = new Set(removed);
  const added: [string, string][] = [];
  for (const [name, value] of Object.entries(values)) {
    const given = form.fields.filter((field) => plainName(field.name) === plainName(name));
    if (forbidden.has(name) || (given.length > 0 && !overwrite)) continue;
    if (given.some((field) => typeof field.value !== "string")) continue;
    if (given.length > 0) forbidden.add(plainName(name));
    for (const entry of Array.isArray(value) ? (value as unknown[]) : [value])
      if (entry != null) added.push([name, typeof entry === "string" ? entry : JSON.stringify(entry)]);
  }
  return { added, forbidden };
}

/** A list of values may be written with brackets. */
function plainName(name: string): string {
  return name.replace(/\[\d*\]$/, "");
}

function isForbidden(name: string, forbidden: ReadonlySet<string>): boolean {
  return forbidden.has(name) || forbidden.has(plainName(name));
}

/**
 * One field with the delimiter before it.
 * @throws RelayError if the boundary occurs in it
 */
function writeText({ text: delimiter }: Delimiter, [name, text]: [string, string]): string {
  if (text.includes(delimiter.toString("latin1"))) throw unclear();
  const escaped = name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
  return `${delimiter.toString("latin1")}\r\nContent-Disposition: form-data; name="${escaped}"\r\n\r\n${text}\r\n`;
}

interface Delimiter {
  start: number;
  /** Two hyphens and the boundary. */
  text: Buffer;
}

/** A part's name and the position of its content. */
interface Part {
  name: string;
  /** Start of the delimiter before it. */
  delimiter: number;
  start: number;
  end: number;
}

const lineEnd = Buffer.from("\r\n");
const headEnd = Buffer.from("\r\n\r\n");
/** A boundary has at most 70 characters (RFC 2046), after two hyphens. */
const delimiterMost = 72;
/** Headers with names and types of a part; no client sends more. */
const headMost = 16 * 1024;

/** The form's parser accepts only line ends before the first boundary, so the first line is the boundary. */
function readDelimiter(raw: Buffer): Delimiter {
  let start = 0;
  while (raw[start] === 0x0d && raw[start + 1] === 0x0a) start += 2;
  const end = raw.subarray(start, start + delimiterMost + lineEnd.length).indexOf(lineEnd);
  const text = raw.subarray(start, start + Math.max(end, 0));
  if (text.length <= 2 || text[0] !== 0x2d || text[1] !== 0x2d) throw unclear();
  return { start, text };
}

/** One pass over the bytes. The result must match the parsed form, part by part. */
function findParts(raw: Buffer, delimiter: Delimiter, form: FormBody): Part[] {
  const next = Buffer.concat([lineEnd, delimiter.text]);
  const parts: Part[] = [];
  let at = delimiter.start + delimiter.text.length;
  for (const field of form.fields) {
    const head = raw.subarray(at, at + headMost);
    const headLength = head.indexOf(headEnd);
    if (headLength === -1) throw unclear();
    const start = at + headLength + headEnd.length;
    const end = raw.indexOf(next, start);
    const name = readName(head.toString("utf8", 0, headLength));
    if (end === -1 || name !== field.name) throw unclear();
    if (
      typeof field.value !== "string"
        ? end - start !== field.value.bytes.length
        : !holds(raw, start, end, field.value)
    )
      throw unclear();
    parts.push({ name, delimiter: at - delimiter.text.length, start, end });
    at = end + next.length;
  }
  if (raw.toString("latin1", at, at + 2) !== "--") throw unclear();
  return parts;
}

/** Text as its parser decodes it: invalid UTF-8 becomes replacement characters. */
function holds(raw: Buffer, start: number, end: number, value: string): boolean {
  return new TextDecoder().decode(raw.subarray(start, end)) === value;
}

/** The name in `Content-Disposition`, with the three characters that forms escape. */
function readName(head: string): string | undefined {
  const name = /(?:^|\r\n)content-disposition:\s*form-data\s*;\s*name="([^"\r\n]*)"/i.exec(head)?.[1];
  return name?.replace(/%0a/gi, "\n").replace(/%0d/gi, "\r").replace(/%22/g, '"');
}

function unclear(): RelayError {
  return new RelayError(
    "invalid_request",
    "The form's parts cannot be separated; send plain multipart/form-data without extensions.",
  );
}
