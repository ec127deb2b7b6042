import type { IncomingRequest } from "../exchange.ts";

/** The conversation's owner: the same text of another user, token or model is another conversation. */
export interface ConversationScope {
  userId: number;
  tokenId: number;
  model: string;
}

/**
 * Headers in which clients send their session id, most specific first: Claude Code, Codex (both spellings), OpenCode,
 * Crush, Amp, xAI's and generic ones. Excludes ids that change with every request (`x-client-request-id`).
 */
const sessionHeaders = [
  "x-claude-code-session-id",
  "session_id",
  "session-id",
  "x-session-id",
  "x-session-affinity",
  "conversation_id",
  "conversation-id",
  "x-codex-session-id",
  "x-amp-thread-id",
  "x-grok-conv-id",
] as const;

/** Characters of the system prompt, and again of the first message, that distinguish conversations. */
const partLength = 2048;
const nameLength = 1024;
/** Parts of a message with its content. Others change between turns (cache markers) or contain none. */
const spoken = [
  "text",
  "content",
  "parts",
  "image_url",
  "url",
  "source",
  "data",
  "inlineData",
  "file_id",
  "fileData",
];
const depthMost = 6;
const partsMost = 20;

/**
 * A number that stays the same through the turns of a conversation, to keep it at the channel and key with its prompt
 * cache: from the client's id, else from the system prompt and the first message. Undefined: neither exists.
 * Neither secret nor unique; two conversations with the same number share a channel.
 * @param body the parsed request of any chat dialect
 */
export function conversationKey(
  headers: IncomingRequest["headers"],
  body: unknown,
  scope: ConversationScope,
): number | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const fields = body as Record<string, unknown>;
  const hash = new ConversationHash();
  const name = namedSession(headers, fields);
  if (name !== undefined) hash.add(name, nameLength);
  else if (!addOpening(hash, fields)) return undefined;
  hash.addNumber(scope.userId);
  hash.addNumber(scope.tokenId);
  hash.add(scope.model, nameLength);
  return hash.value;
}

function namedSession(
  headers: IncomingRequest["headers"],
  body: Record<string, unknown>,
): string | undefined {
  for (const name of sessionHeaders) {
    const value = headers[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return (
    textOf(body["prompt_cache_key"]) ??
    textOf(fieldOf(body["metadata"], "user_id")) ??
    textOf(body["conversation"]) ??
    textOf(fieldOf(body["conversation"], "id")) ??
    textOf(body["session_id"])
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** The system prompt, and everything up to the first user message. False if there is neither. */
function addOpening(hash: ConversationHash, body: Record<string, unknown>): boolean {
  const before = hash.value;
  const system =
    body["system"] ?? body["instructions"] ?? body["systemInstruction"] ?? body["system_instruction"];
  addSpoken(hash, system, partLength, 0);
  const turns = body["messages"] ?? body["contents"] ?? body["input"] ?? body["prompt"];
  if (!Array.isArray(turns)) addSpoken(hash, turns, partLength, 0);
  else
    for (const turn of turns.slice(0, partsMost)) {
      addSpoken(hash, turn, partLength, 0);
      const role = fieldOf(turn, "role");
      if (role === undefined || role === "user") break;
    }
  return hash.value !== before;
}

/** Adds the content of a value, in order; returns how many characters of `room` are left. */
function addSpoken(hash: ConversationHash, value: unknown, room: number, depth: number): number {
  if (room <= 0 || depth > depthMost) return room;
  if (typeof value === "string") return hash.add(value, room);
  if (typeof value !== "object" || value === null) return room;
  let left = room;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, partsMost)) left = addSpoken(hash, item, left, depth + 1);
    return left;
  }
  for (const name of spoken) {
    left = addSpoken(hash, (value as Record<string, unknown>)[name], left, depth + 1);
  }
  return left;
}

/** FNV-1a with a second mix, 53 bits together: fast, and enough for some ten thousand conversations. */
class ConversationHash {
  #a = 0x811c9dc5;
  #b = 0x1b873593;

  get value(): number {
    return (this.#a >>> 0) * 0x20_0000 + (this.#b >>> 11);
  }

  /** At most `room` characters of a text, and its end; returns the room that is left. */
  add(text: string, room: number): number {
    const length = Math.min(text.length, room);
    let a = this.#a;
    let b = this.#b;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      a = Math.imul(a ^ unit, 0x0100_0193);
      b = Math.imul(b ^ unit, 0x85eb_ca6b) ^ (b >>> 13);
    }
    this.#a = a;
    this.#b = b;
    this.addNumber(0x1_0000);
    return room - length;
  }

  addNumber(value: number): void {
    this.#a = Math.imul(this.#a ^ value, 0x0100_0193);
    this.#b = Math.imul(this.#b ^ value, 0x85eb_ca6b) ^ (this.#b >>> 13);
  }
}
