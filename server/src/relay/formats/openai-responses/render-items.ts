import type {
  Citation,
  EncryptedReasoningBlock,
  MediaSource,
  OpaqueBlock,
  Signature,
} from "../../canonical/chat.ts";
import { signatureOf } from "../../canonical/foreign-signature.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { RenderContext, RenderedItem } from "../format.ts";
import { type Fields, isFields } from "../kit/check-value.ts";
import { type SignatureUse, writeCarriedSignature } from "./carried-signature.ts";
import { readPlainInput } from "./plain-input.ts";
import { nameOf } from "./render-frame.ts";
import type { ToolForm } from "./tool-forms.ts";
import type { WireAnnotation, WireItem, WireOtherItem, WireReasoning, WireText } from "./wire.ts";

/** Creates the item ids of one response; no two are the same, since clients identify items by them. */
export interface ItemIds {
  /** `given` if it is an id that no other item has, otherwise a new one. */
  next(prefix: string, given?: unknown): string;
  /** The time that this item's id contains, epoch seconds; 0 if the id was given. */
  timeOf(id: string): number;
}

export function createItemIds(context: RenderContext): ItemIds {
  const name = `${nameOf(context)}${context.now.toString(16).padStart(8, "0")}`;
  const used = new Set<string>();
  let taken: Set<string> | undefined;
  return {
    next(prefix, given) {
      const wanted = typeof given === "string" && given !== "" && !used.has(given) ? given : undefined;
      if (wanted !== undefined) (taken ??= new Set()).add(wanted);
      const id = wanted ?? `${prefix}_${name}${used.size.toString(16).padStart(4, "0")}`;
      used.add(id);
      return id;
    },
    timeOf: (id) => (taken?.has(id) ? 0 : context.now),
  };
}

/** Time of an id that `createItemIds` created, epoch seconds: the context's. Undefined for other ids. */
export function timeOfItem(id: string): number | undefined {
  const time = ownItem.exec(id)?.[1];
  return time === undefined ? undefined : Number.parseInt(time, 16);
}

/** A request id, the time, a number. */
const ownItem = /^[a-z]{2,4}_\d{17}[0-9a-z]{3,}[0-9A-Za-z]{8}([0-9a-f]{8})[0-9a-f]{4}$/;

export function renderItem(item: WireItem, ids: ItemIds): RenderedItem {
  return { id: item.id, json: JSON.stringify(item), idTime: ids.timeOf(item.id) };
}

export function newText(text = ""): WireText {
  return { type: "output_text", annotations: [], logprobs: [], text };
}

/** A reasoning item: its text as a summary, its signature in `encrypted_content`. */
export function renderReasoning(
  id: string,
  text: string,
  carried?: { use: SignatureUse; signature: Signature },
): WireReasoning {
  const item: WireReasoning = {
    id,
    type: "reasoning",
    summary: text === "" ? [] : [{ type: "summary_text", text }],
  };
  if (carried) item.encrypted_content = writeCarriedSignature(carried.use, carried.signature);
  return item;
}

export function encryptedSignature(block: Pick<EncryptedReasoningBlock, "data" | "dialect" | "account">): {
  use: SignatureUse;
  signature: Signature;
} {
  return { use: "encrypted", signature: signatureOf(block) };
}

/** An item of an upstream of this dialect, unchanged; those of other dialects have no equivalent. */
export function renderOpaque(block: OpaqueBlock, ids: ItemIds): WireOtherItem | undefined {
  if (block.dialect !== "openai-responses" || typeof block.value.type !== "string") return undefined;
  return { ...block.value, id: ids.next("item", block.value.id), type: block.value.type };
}

/** An image as a call of the image tool. Undefined for an image with only a URL: there are no bytes to include. */
export function renderPicture(source: MediaSource, ids: ItemIds): WireOtherItem | undefined {
  if (source.kind !== "inline") return undefined;
  const outputFormat = source.mediaType.replace(/^image\//, "");
  return {
    id: ids.next("ig"),
    type: "image_generation_call",
    status: "completed",
    output_format: outputFormat,
    result: source.data,
  };
}

/** Markdown for an image with only a URL. */
export function describePicture(source: MediaSource): string {
  return source.kind === "url" ? `![image](${source.url})` : "";
}

export interface StartedCall {
  id: string;
  name: string;
  namespace?: string;
}

export interface FinishedCall extends StartedCall {
  arguments: string;
}

/**
 * A tool call in the form in which its tool was declared. Arguments that do not fit the tool are sent as a function
 * call, whole.
 */
export function renderCall(call: FinishedCall, form: ToolForm | undefined, ids: ItemIds): WireItem {
  const base = { status: "completed" as const, call_id: call.id || ids.next("call") };
  if (form?.kind === "custom")
    return {
      id: ids.next("ctc"),
      type: "custom_tool_call",
      ...base,
      ...namesOf(form),
      input: readPlainInput(call.arguments),
    };
  if (form !== undefined && form.kind !== "function") {
    const args = parseObject(call.arguments);
    const special = args && specialCall(form.kind, args);
    if (special) return { id: ids.next(special.prefix), ...base, ...special.item };
  }
  const names = namesOf(form?.kind === "function" ? form : call);
  return { id: ids.next("fc"), type: "function_call", ...base, ...names, arguments: call.arguments || "{}" };
}

/** The names of a tool: the caller's own if its form is known, otherwise the upstream's. */
export function namesOf({ name, namespace }: { name: string; namespace?: string }): {
  name: string;
  namespace?: string;
} {
  return { name, ...(namespace !== undefined && { namespace }) };
}

type SpecialKind = Exclude<ToolForm["kind"], "function" | "custom">;

function specialCall(
  kind: SpecialKind,
  args: Fields,
): { prefix: string; item: { type: string } & Fields } | undefined {
  switch (kind) {
    case "local_shell": {
      const command = typeof args.command === "string" ? ["bash", "-lc", args.command] : args.command;
      if (!Array.isArray(command)) return undefined;
      const action = { env: {}, ...args, type: "exec", command };
      return { prefix: "lsh", item: { type: "local_shell_call", action } };
    }
    case "shell": {
      const commands = typeof args.commands === "string" ? [args.commands] : args.commands;
      if (!Array.isArray(commands)) return undefined;
      const action = { timeout_ms: null, max_output_length: null, ...args, commands };
      return { prefix: "sh", item: { type: "shell_call", action } };
    }
    case "apply_patch":
      if (typeof args.type !== "string" || typeof args.path !== "string") return undefined;
      return { prefix: "apc", item: { type: "apply_patch_call", operation: args } };
    case "tool_search":
      return { prefix: "tsc", item: { type: "tool_search_call", execution: "client", arguments: args } };
  }
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = parseBounded(text || "{}");
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A citation as an annotation of a text that begins at `start` of the response and currently ends at `end`. Undefined
 * without a URL: the API's other annotations name its own files.
 */
export function renderAnnotation(citation: Citation, start: number, end: number): WireAnnotation | undefined {
  const own = citation.source?.dialect === "openai-responses" ? citation.source.value : undefined;
  if (isFields(own) && typeof own.type === "string") {
    const places: Fields = {};
    if (citation.start !== undefined) places.start_index = citation.start - start;
    if (citation.end !== undefined) places.end_index = citation.end - start;
    return { ...own, type: own.type, ...places };
  }
  if (citation.url === undefined) return undefined;
  return {
    type: "url_citation",
    url: citation.url,
    title: citation.title ?? "",
    start_index: Math.max((citation.start ?? start) - start, 0),
    end_index: Math.max((citation.end ?? end) - start, 0),
  };
}

/** Log probabilities in OpenAI's shape: a list, or a list within `content`. */
export function readLogprobs(value: unknown): unknown[] {
  const list = isFields(value) ? value.content : value;
  return Array.isArray(list) ? list : [];
}
