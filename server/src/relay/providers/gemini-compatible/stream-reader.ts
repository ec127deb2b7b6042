import type { UsageCounts } from "@tollgate/contract/cost";
import type { AssistantBlock, ChatCall, ToolCallBlock } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import {
  asFilledText,
  asList,
  asObject,
  asText,
  type JsonObject,
  needObject,
  parseJson,
} from "../kit/read-json.ts";
import type { StreamReader } from "../provider.ts";
import { createPartialArguments, type PartialArguments } from "./partial-arguments.ts";
import { readProblem } from "./problems.ts";
import { readCitations } from "./read-citations.ts";
import { readLogProbabilities } from "./read-log-probabilities.ts";
import {
  type PartContext,
  readCandidateData,
  readCreated,
  readPart,
  readRefusal,
  readStopReason,
} from "./read-parts.ts";
import { readUsage } from "./read-usage.ts";

interface PartialCall {
  call: ToolCallBlock;
  number: number;
  arguments: PartialArguments;
}

interface OpenCandidate {
  context: PartContext;
  /** A call whose arguments are still arriving. */
  partial: PartialCall | undefined;
  reason: string | undefined;
  /** The latest value of each field other than content. */
  beside: JsonObject;
  /** The answer so far, kept only if it may be cited. */
  text: string;
}

/**
 * Reads the events of a stream, each a whole response object. There is no final event: an answer is complete when its
 * candidates have a finish reason and the connection ends. Usage may follow the reason, so stop and end are emitted at
 * the end.
 */
export function createGenerateStreamReader(call: ChatCall): StreamReader {
  const candidates = new Map<number, OpenCandidate>();
  const keepsText = (call.hostedTools?.length ?? 0) > 0;
  let id: string | undefined;
  let usage: UsageCounts | undefined;
  let blocked = false;

  function readStart(body: JsonObject, parts: ChatStreamPart[]): void {
    if (id !== undefined) return;
    id = asText(body.responseId) ?? "";
    parts.push({ type: "start", id, model: asText(body.modelVersion) ?? "", ...readCreated(body) });
  }

  function open(index: number): OpenCandidate {
    let candidate = candidates.get(index);
    if (candidate === undefined) {
      const context = { idPrefix: `call_${id ?? ""}_${index}`, calls: 0, wav: false };
      candidate = { context, partial: undefined, reason: undefined, beside: {}, text: "" };
      candidates.set(index, candidate);
    }
    return candidate;
  }

  function readCandidate(given: JsonObject, choice: number, parts: ChatStreamPart[]): void {
    const candidate = open(choice);
    for (const entry of asList(asObject(given.content)?.parts)) {
      const part = asObject(entry) ?? {};
      if (readPartial(part, candidate, choice, parts)) continue;
      for (const block of readPart(part, candidate.context)) {
        if (keepsText && block.type === "text") candidate.text += block.text;
        pushBlock(block, choice, candidate.context.calls - 1, parts);
      }
    }
    const value = readLogProbabilities(given.logprobsResult);
    if (value) parts.push({ type: "log-probabilities", choice, value });
    for (const [key, beside] of Object.entries(given))
      if (key !== "content" && beside != null) candidate.beside[key] = beside;
    candidate.reason = readReason(given.finishReason) ?? candidate.reason;
  }

  /** True if the part belongs to a call whose arguments arrive in pieces. */
  function readPartial(
    part: JsonObject,
    candidate: OpenCandidate,
    choice: number,
    parts: ChatStreamPart[],
  ): boolean {
    const given = asObject(part.functionCall);
    if (given === undefined) return false;
    const begins = asFilledText(given.name) !== undefined;
    const goesOn = given.willContinue === true;
    if (begins) closePartial(candidate, choice, parts);
    if (begins && (goesOn || given.partialArgs != null)) {
      const [call] = readPart({ ...part, functionCall: { ...given, args: {} } }, candidate.context);
      if (call?.type !== "tool-call") return false;
      const number = candidate.context.calls - 1;
      candidate.partial = { call, number, arguments: createPartialArguments(asObject(given.args)) };
    } else if (begins || candidate.partial === undefined) return false;
    const { call } = candidate.partial;
    // Any piece may contain the signature.
    const value = asFilledText(part.thoughtSignature);
    if (value !== undefined) call.signature ??= { dialect: "gemini-generate", value };
    candidate.partial.arguments.add(given.partialArgs);
    if (!goesOn) closePartial(candidate, choice, parts);
    return true;
  }

  function readBody(body: JsonObject): ChatStreamPart[] {
    const parts: ChatStreamPart[] = [];
    readStart(body, parts);
    asList(body.candidates).forEach((entry, position) => {
      const candidate = asObject(entry) ?? {};
      readCandidate(candidate, typeof candidate.index === "number" ? candidate.index : position, parts);
    });
    const refusal = candidates.size === 0 && !blocked ? readRefusal(body) : undefined;
    if (refusal) {
      blocked = true;
      if (refusal.message) parts.push({ type: "refusal", choice: 0, text: refusal.message });
    }
    const counts = readUsage(body, usage);
    if (counts) {
      usage = counts;
      parts.push({ type: "usage", usage: counts });
    }
    return parts;
  }

  return {
    read({ data }) {
      // Proxies in between add OpenAI's final event.
      if (data.trim() === "[DONE]") return [];
      const body = parseJson(data);
      if (holdsError(body)) return [{ type: "problem", problem: readProblem(200, data, {}) }];
      return readBody(needObject(body, "an event of the stream"));
    },
    end() {
      const parts: ChatStreamPart[] = [];
      for (const [choice, candidate] of candidates) endCandidate(choice, candidate, parts);
      if (blocked) parts.push({ type: "stop", choice: 0, reason: "filter" });
      const all = [...candidates.values()];
      const whole = blocked || (all.length > 0 && all.every(({ reason }) => reason !== undefined));
      return whole ? [...parts, { type: "end" }] : parts;
    },
  };
}

function holdsError(body: unknown): boolean {
  return asObject(Array.isArray(body) ? body[0] : body)?.error != null;
}

function readReason(reason: unknown): string | undefined {
  return reason === "FINISH_REASON_UNSPECIFIED" ? undefined : asFilledText(reason);
}

function pushCall(call: ToolCallBlock, choice: number, block: number, parts: ChatStreamPart[]): void {
  const { id, name, signature, arguments: text } = call;
  parts.push({ type: "tool-call", choice, block, id, name, ...(signature ? { signature } : {}) });
  parts.push({ type: "tool-arguments", choice, block, text });
}

/** Emits a call when it is complete: its signature may arrive late. */
function closePartial(candidate: OpenCandidate, choice: number, parts: ChatStreamPart[]): void {
  const { partial } = candidate;
  candidate.partial = undefined;
  if (partial)
    pushCall({ ...partial.call, arguments: partial.arguments.text() }, choice, partial.number, parts);
}

/** Converts one block of an event to parts; `number` is that of the last call. */
function pushBlock(block: AssistantBlock, choice: number, number: number, parts: ChatStreamPart[]): void {
  switch (block.type) {
    case "text":
      if (block.text !== "") parts.push({ type: "text", choice, text: block.text });
      if (block.signature) parts.push({ type: "text-signature", choice, signature: block.signature });
      return;
    case "reasoning":
      if (block.text !== "") parts.push({ type: "reasoning", choice, text: block.text });
      if (block.signature) parts.push({ type: "reasoning-signature", choice, signature: block.signature });
      return;
    case "tool-call":
      pushCall(block, choice, number, parts);
      return;
    case "image":
      parts.push({ type: "image", choice, source: block.source });
      return;
    case "spoken":
      parts.push({ type: "spoken", choice, id: block.id, data: block.data });
      return;
    case "opaque":
      parts.push({ type: "opaque", choice, block });
      return;
  }
}

function endCandidate(choice: number, candidate: OpenCandidate, parts: ChatStreamPart[]): void {
  const { reason, beside, text, context } = candidate;
  if (reason === undefined) return;
  closePartial(candidate, choice, parts);
  for (const citation of readCitations(beside, text)) parts.push({ type: "citation", choice, citation });
  const data = readCandidateData(beside);
  if (data?.type === "opaque") parts.push({ type: "opaque", choice, block: data });
  parts.push({ type: "stop", choice, reason: readStopReason(reason, context.calls > 0) });
}
