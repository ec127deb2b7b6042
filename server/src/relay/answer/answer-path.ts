import { completionTokens, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import type { AnsweredBy } from "../canonical/answered-by.ts";
import type { ChatCall } from "../canonical/chat.ts";
import { CostlyJson, parseBounded } from "../canonical/parse-bounded.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { Attempt, DeliveredText, Exchange, SentRequest } from "../exchange.ts";
import type { AnswerNames, RenderContext } from "../formats/format.ts";
import { checkUsage } from "../metering/check-usage.ts";
import type { TokenCounter } from "../metering/token-counter.ts";
import type { TranslatedItems } from "../ports.ts";
import type { Bindings } from "../response-state/bindings.ts";

/** Passes a successful upstream response to the caller: native or translated, whole or streamed. */
export interface AnswerPath {
  /** A problem rejects the response before any of it was delivered. */
  onHead(headers: Record<string, string>): UpstreamProblem | undefined;
  onData(chunk: Buffer): UpstreamProblem | undefined;
  /** The upstream closed. Undefined: the whole response was delivered. */
  onEnd(): UpstreamProblem | undefined;
  /** Part of the response has come: more than keep-alives, pings and preludes. */
  readonly begun: boolean;
  readonly usage: UsageCounts | undefined;
  /** The usage is final: the whole response came. Until then it may be that of the first event. */
  readonly usageFinal: boolean;
  /**
   * The end of the stream was passed on: a caller that disconnects now has the response. Only its usage and end mark
   * may follow.
   */
  readonly complete?: boolean;
  /** The response origin, from the events so far. */
  readonly answeredBy: AnsweredBy | undefined;
  readonly delivered: DeliveredText;
  /** Bytes of the response that are buffered now. */
  readonly retained: number;
}

/** What every path needs. `write` sends text to the caller; the attempt handles back-pressure. */
export interface PathContext extends Attempt {
  tokenCounter: TokenCounter;
  /**
   * Sets the response head: status 200, the exchange's headers and these. A whole response has its usage by then, so
   * the head can contain the cost.
   */
  head(headers: Record<string, string>, whole?: "whole"): void;
  write(chunk: Buffer | string): void;
  end(chunk?: Buffer | string): void;
  bindings: Bindings;
  items: TranslatedItems;
  /** The caller hung up: further events are read for their usage only and do not count as delivered. */
  callerGone(): boolean;
}

/**
 * Stores the origin of the states that a response names. Runs before the last byte is sent: the next call may follow
 * immediately and reach another process.
 */
export function bindNames({ exchange, route, bindings }: PathContext, names: readonly string[]): void {
  const binding = { userId: exchange.caller.userId, channelId: route.channel.id, key: route.keyIndex };
  for (const name of names.slice(0, namesMost)) bindings.bind(name, binding);
}

/** Ids stored per response: each is a row of the database. */
const namesMost = 20_000;

/** The same for a finished response, with its length: a call that continues it has at least that prompt. */
export function bindAnswer(
  context: PathContext,
  { answer, parts }: AnswerNames,
  usage: UsageCounts | undefined,
): void {
  bindNames(context, parts.slice(0, namesMost - 1));
  if (answer === undefined) return;
  const { exchange, route, sent, bindings } = context;
  const { usage: believed } = checkUsage(usage, sent.raw.length);
  const tokens = believed ? promptTokens(believed) + completionTokens(believed) : 0;
  bindings.bind(answer, {
    userId: exchange.caller.userId,
    channelId: route.channel.id,
    key: route.keyIndex,
    ...(tokens > 0 && { tokens }),
  });
}

/** Largest whole response that is buffered (images inline). */
export const wholeAnswerLimit = 64 * 1024 * 1024;

export const jsonType = "application/json; charset=utf-8";

export const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache",
  "x-accel-buffering": "no",
} as const;

export function badAnswer(message: string): UpstreamProblem {
  return { kind: "bad-answer", status: 200, message };
}

/** Buffers a whole response within the limit. */
export class WholeBody {
  /** More than white space has come: some upstreams send newlines until their JSON is ready. */
  begun = false;
  #chunks: Buffer[] = [];
  #length = 0;
  #limit: number;

  constructor(limit = wholeAnswerLimit) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): UpstreamProblem | undefined {
    this.#length += chunk.length;
    if (this.#length > this.#limit) return badAnswer("the answer is larger than 64 MB");
    this.begun ||= !isBlank(chunk);
    this.#chunks.push(chunk);
    return undefined;
  }

  bytes(): Buffer {
    return this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
  }
}

/** Nothing but spaces, tabs and line ends. */
function isBlank(chunk: Buffer): boolean {
  return chunk.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}

/** The response as a JSON object, or a problem that describes what came instead. */
export function parseWhole(bytes: Buffer): { body: object } | { problem: UpstreamProblem } {
  if (bytes.length === 0) return { problem: badAnswer("the answer is empty") };
  try {
    const body = parseBounded(bytes);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return { body };
    return { problem: badAnswer("the answer is not a JSON object") };
  } catch (error) {
    if (error instanceof CostlyJson) return { problem: badAnswer(error.message) };
    const start = bytes.subarray(0, 200).toString("utf8").trim();
    return { problem: badAnswer(`the answer is not JSON: ${start}`) };
  }
}

/** True for an error object in a 200 response. */
export function hasError(body: object): boolean {
  const error = (body as Record<string, unknown>)["error"];
  return (typeof error === "object" && error !== null) || (typeof error === "string" && error !== "");
}

/** A frame's data as a JSON object; undefined for everything else. @throws CostlyJson */
export function parseObject(text: string): object | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return parseBounded(text) as object;
  } catch (error) {
    if (error instanceof CostlyJson) throw error;
    return undefined;
  }
}

/** Context for reading a response of the same format for counting only; it needs nothing of the call. */
export function callForReading(context: PathContext): ChatCall {
  return { model: context.route.upstreamModel, stream: context.sent.head.stream, messages: [] };
}

/** What a renderer needs from a request: the one sent to the channel, or the caller's own. */
export function renderContext(
  { request: { requestId, path } }: Pick<Exchange, "request">,
  { head, body }: Pick<SentRequest, "head" | "body">,
  keepItems?: RenderContext["keepItems"],
): RenderContext {
  return {
    requestedModel: head.model,
    requestId,
    now: Math.floor(Date.now() / 1000),
    wantsStreamUsage: head.wantsStreamUsage,
    request: body.whole,
    path,
    keepItems,
  };
}
