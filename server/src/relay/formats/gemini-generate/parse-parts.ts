import type { AssistantBlock, OpaqueBlock, Signature, UserBlock } from "../../canonical/chat.ts";
import { readSignature } from "../../canonical/foreign-signature.ts";
import { type Fields, reject, within } from "../kit/check-value.ts";
import { readField } from "../kit/google-names.ts";
import { unpackReasoning } from "./encrypted-reasoning.ts";
import { parseMedia } from "./parse-media.ts";
import { type CallIds, parseCall, parseResult } from "./parse-results.ts";
import { findOthers, readFlag, readObject, readText } from "./read-fields.ts";

/**
 * Parts that only Gemini supports: calls of its own tools with their results, and parts of a video. They pass whole.
 */
const opaqueKeys = ["executableCode", "codeExecutionResult", "toolCall", "toolResponse", "videoMetadata"];
const known = new Set([
  "text",
  "thought",
  "thoughtSignature",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  ...opaqueKeys,
]);

/**
 * One part of a user's turn.
 * @throws RelayError naming the field
 */
export function parseUserPart(part: Fields, path: string, ids: CallIds, unread: Set<string>): UserBlock[] {
  const opaque = readOpaque(part);
  if (opaque) return [opaque];
  noteOthers(part, path, unread);
  const result = readObject(part, "functionResponse", path);
  if (result) return [parseResult(result, within(path, "functionResponse"), ids, unread)];
  if (readField(part, "functionCall") != null) misplaced(path, "functionCall", "model");
  const media = parseMedia(part, path);
  if (media) return [media];
  return [{ type: "text", text: readText(part, "text", path) ?? nothing(path) }];
}

/** State that the turns of one conversation share while they are parsed. */
export interface Conversation {
  ids: CallIds;
  /** Paths of unknown fields. */
  unread: Set<string>;
}

/**
 * One part of a model's turn, added to the blocks before it.
 * @throws RelayError naming the field
 */
export function parseModelPart(
  part: Fields,
  path: string,
  { ids, unread }: Conversation,
  blocks: AssistantBlock[],
): void {
  const opaque = readOpaque(part);
  if (opaque) {
    blocks.push(opaque);
    return;
  }
  noteOthers(part, path, unread);
  if (readField(part, "functionResponse") != null) misplaced(path, "functionResponse", "user");
  const written = readText(part, "thoughtSignature", path);
  const signature = written ? readSignature(written, "gemini-generate") : undefined;
  const call = readObject(part, "functionCall", path);
  if (call) {
    const block = parseCall(call, within(path, "functionCall"), ids);
    blocks.push(signature ? { ...block, signature } : block);
    return;
  }
  if (addMedia(part, path, blocks)) {
    if (signature) blocks.push({ type: "text", text: "", signature });
    return;
  }
  const text = readText(part, "text", path) ?? (signature ? "" : nothing(path));
  if (readFlag(part, "thought", path)) addReasoning(blocks, text, signature);
  else addText(blocks, text, signature);
}

/** Merges pieces of one text. Signed parts are never merged with others (Google's rule for signatures). */
function addText(blocks: AssistantBlock[], text: string, signature: Signature | undefined): void {
  const last = blocks.at(-1);
  if (signature) blocks.push({ type: "text", text, signature });
  else if (last?.type === "text" && last.signature === undefined) last.text += text;
  else if (text !== "") blocks.push({ type: "text", text });
}

/** Merges pieces of one reasoning block, up to the signed piece. */
function addReasoning(blocks: AssistantBlock[], text: string, signature: Signature | undefined): void {
  const last = blocks.at(-1);
  const open = last?.type === "reasoning" && last.signature === undefined ? last : undefined;
  const encrypted = signature && unpackReasoning(signature, (open?.text ?? "") + text);
  if (encrypted) {
    if (open) blocks.pop();
    blocks.push(encrypted);
  } else if (open) {
    open.text += text;
    if (signature) open.signature = signature;
  } else if (text !== "" || signature)
    blocks.push(signature ? { type: "reasoning", text, signature } : { type: "reasoning", text });
}

/** Images, and audio of an earlier response. */
function addMedia(part: Fields, path: string, blocks: AssistantBlock[]): boolean {
  const media = parseMedia(part, path);
  if (media === undefined) return false;
  if (media.type === "image") blocks.push(media);
  else if (media.type === "audio")
    blocks.push({ type: "spoken", id: `audio_${blocks.length}`, data: media.data, transcript: "" });
  else blocks.push({ type: "opaque", dialect: "gemini-generate", value: part });
  return true;
}

function readOpaque(part: Fields): OpaqueBlock | undefined {
  const found = opaqueKeys.some((key) => readField(part, key) != null);
  return found ? { type: "opaque", dialect: "gemini-generate", value: part } : undefined;
}

function noteOthers(part: Fields, path: string, unread: Set<string>): void {
  for (const key of findOthers(part, known)) unread.add(within(path, key));
}

function misplaced(path: string, key: string, role: string): never {
  return reject(within(path, key), `'${within(path, key)}' must be in a turn with the role ${role}.`);
}

function nothing(path: string): never {
  return reject(path, `'${path}' must contain text, data, a function call or a function response.`);
}
