import { pickCustomParameters } from "../../canonical/custom-parameters.ts";
import type { RequestHead } from "../format.ts";
import { type Member, scanObject } from "./scan-object.ts";

/** Replaces `raw[start, end)`; an insertion where both are the same. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * The caller's bytes with the model renamed, usage asked for in streams, and the channel's parameters added (D12). Changes bytes in place,
 * so that everything else reaches the upstream as it was written: numbers, key order, fields of tomorrow. Every `model` on the top
 * level is renamed, since upstreams differ in which of two they take. Returns `raw` itself if nothing changes.
 */
export function rewriteNative(
  raw: Buffer,
  head: RequestHead,
  model: string,
  custom: Record<string, unknown>,
): Buffer {
  const { values, overwrite } = pickCustomParameters(custom, model);
  const added = Object.keys(values);
  const asksUsage = head.stream && !head.wantsStreamUsage;
  if (model === head.model && !asksUsage && added.length === 0 && !repeatsModel(raw)) return raw;

  const members = scanObject(raw);
  const edits: Edit[] = [];
  const inserted: string[] = [];
  const name = JSON.stringify(model);
  for (const member of members)
    if (member.key === "model") edits.push({ start: member.valueStart, end: member.valueEnd, text: name });
  if (asksUsage) askForUsage(raw, members, edits, inserted);
  for (const key of added) {
    const text = JSON.stringify(values[key]);
    if (text === undefined) continue;
    const given = members.filter((member) => member.key === key);
    if (given.length === 0) inserted.push(`${JSON.stringify(key)}:${text}`);
    else if (overwrite)
      for (const member of given) edits.push({ start: member.valueStart, end: member.valueEnd, text });
  }
  if (inserted.length > 0) {
    const start = raw.indexOf(0x7b) + 1;
    edits.push({ start, end: start, text: `${inserted.join(",")}${members.length > 0 ? "," : ""}` });
  }
  return applyEdits(raw, edits);
}

/** True if `"model"` stands more than once anywhere, which is cheap to see and rarely so. */
function repeatsModel(raw: Buffer): boolean {
  const first = raw.indexOf(modelKey);
  // An escaped key is not found by its bytes; such a body is scanned.
  return first === -1 || raw.indexOf(modelKey, first + 1) !== -1 || raw.includes("\\u00");
}

const modelKey = Buffer.from('"model"');

function askForUsage(raw: Buffer, members: Member[], edits: Edit[], inserted: string[]): void {
  const given = members.filter((member) => member.key === "stream_options");
  if (given.length === 0) inserted.push('"stream_options":{"include_usage":true}');
  for (const { valueStart, valueEnd } of given) {
    if (raw[valueStart] !== 0x7b) {
      edits.push({ start: valueStart, end: valueEnd, text: '{"include_usage":true}' });
      continue;
    }
    const inner = scanObject(raw, valueStart);
    const flags = inner.filter((member) => member.key === "include_usage");
    for (const flag of flags) edits.push({ start: flag.valueStart, end: flag.valueEnd, text: "true" });
    if (flags.length > 0) continue;
    const text = `"include_usage":true${inner.length > 0 ? "," : ""}`;
    edits.push({ start: valueStart + 1, end: valueStart + 1, text });
  }
}

function applyEdits(raw: Buffer, edits: Edit[]): Buffer {
  if (edits.length === 0) return raw;
  edits.sort((one, other) => one.start - other.start);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of edits) {
    pieces.push(raw.subarray(from, start), Buffer.from(text));
    from = end;
  }
  pieces.push(raw.subarray(from));
  return Buffer.concat(pieces);
}
