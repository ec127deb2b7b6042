import type { UsageCounts } from "@tollgate/contract/cost";
import {
  type AnswerPath,
  badAnswer,
  hasError,
  type PathContext,
  parseObject,
  parseWhole,
  streamHeaders,
  WholeBody,
} from "./answer-path.ts";
import type { ChatCall } from "./canonical/chat.ts";
import type { UpstreamProblem } from "./canonical/problem.ts";
import type { DeliveredText } from "./exchange.ts";
import type { NativeStream } from "./formats/format.ts";
import { DeliveredTokens } from "./metering/delivered-text.ts";
import type { StreamReader } from "./providers/provider.ts";
import { frameData, frameTexts, holdsValue, SseFrames, splitFrames } from "./sse-frames.ts";

/** The upstream speaks the caller's format: bytes pass through untouched, usage is read in passing (D12). */
export function nativePath(context: PathContext): AnswerPath {
  return context.exchange.head.stream ? new NativeStreamPath(context) : new NativeWholePath(context);
}

/** Reads an answer of the same dialect only for counting; nothing of the call matters for that. */
function callForReading(context: PathContext): ChatCall {
  return { model: context.route.upstreamModel, stream: context.exchange.head.stream, messages: [] };
}

class NativeWholePath implements AnswerPath, DeliveredText {
  usage: UsageCounts | undefined;
  usageFinal = false;
  #context: PathContext;
  #body = new WholeBody();
  /** What the caller got; read only if it must be counted. */
  #answer: object | undefined;
  spoke = false;

  constructor(context: PathContext) {
    this.#context = context;
  }

  get delivered(): DeliveredText {
    return this;
  }

  onHead(): undefined {
    return undefined;
  }

  onData(chunk: Buffer): UpstreamProblem | undefined {
    return this.#body.add(chunk);
  }

  onEnd(): UpstreamProblem | undefined {
    const { exchange, route, answerHeaders } = this.#context;
    const bytes = this.#body.bytes();
    const parsed = parseWhole(bytes);
    if ("problem" in parsed) return parsed.problem;
    const { body } = parsed;
    if (hasError(body)) return route.provider.readProblem(200, bytes.toString("utf8"), {});
    if (!exchange.format.isAnswer(body)) return badAnswer("the answer holds nothing");
    this.usage = route.provider.native?.readUsage(body, undefined);
    this.usageFinal = true;
    if (!this.#context.callerGone()) this.#answer = body;
    answerHeaders["content-type"] = "application/json; charset=utf-8";
    answerHeaders["content-length"] = String(bytes.length);
    exchange.reply.head(200, answerHeaders);
    this.#context.end(bytes);
    return undefined;
  }

  count(): Promise<number> {
    const delivered = new DeliveredTokens(this.#context.tokenCounter);
    try {
      const { chat } = this.#context.route.provider;
      if (chat && this.#answer)
        delivered.addResult(chat.readResponse(this.#answer, callForReading(this.#context)));
    } catch {
      // An answer that cannot be read was passed on as it is; then nothing can be counted in it.
    }
    this.spoke = delivered.spoke;
    return delivered.count();
  }
}

/** Frames kept for counting, should the upstream give no usage. */
const keptBytes = 16 * 1024;
/** Frames held back until one says something of the answer; further comments are not kept. */
const heldMost = 64 * 1024;
const usageKey = Buffer.from('"usage"');
const errorKey = Buffer.from('"error"');

class NativeStreamPath implements AnswerPath, DeliveredText {
  usage: UsageCounts | undefined;
  #delivered: DeliveredTokens;
  #context: PathContext;
  #frames = new SseFrames();
  #stream: NativeStream;
  /** An event has said something of the answer. */
  #opened = false;
  /** Something was written to the caller. */
  #started = false;
  #finished = false;
  #held: Buffer[] = [];
  #heldLength = 0;
  #kept: Buffer[] = [];
  #keptLength = 0;
  #reader: StreamReader | undefined;

  constructor(context: PathContext) {
    this.#context = context;
    this.#delivered = new DeliveredTokens(context.tokenCounter);
    this.#stream = context.exchange.format.nativeStream(context.exchange.head);
  }

  get usageFinal(): boolean {
    return this.#finished;
  }

  get delivered(): DeliveredText {
    return this;
  }

  get spoke(): boolean {
    return this.#delivered.spoke;
  }

  /** However the stream ended: the frames still kept are read now. */
  count(): Promise<number> {
    this.#readKept();
    return this.#delivered.count();
  }

  onHead(headers: Record<string, string>): UpstreamProblem | undefined {
    const type = headers["content-type"] ?? "";
    // A JSON answer to a streamed call is an error report; it is read whole by `onEnd`.
    if (type.includes("text/html")) return badAnswer("the answer is an HTML page");
    return undefined;
  }

  onData(chunk: Buffer): UpstreamProblem | undefined {
    let region: Buffer;
    try {
      region = this.#frames.push(chunk);
    } catch {
      return badAnswer("an event of the stream is larger than 16 MB");
    }
    return region.length === 0 ? undefined : this.#pass(region);
  }

  #pass(region: Buffer): UpstreamProblem | undefined {
    if (!this.#started || this.#tells(region)) return this.#look(region);
    this.#keep(region);
    this.#context.write(region);
    return undefined;
  }

  /** A scan for what must be parsed: usage, an error, the end. Most pieces of a stream hold none of them. */
  #tells(bytes: Buffer): boolean {
    if (holdsValue(bytes, errorKey) || holdsValue(bytes, usageKey)) return true;
    if (this.#finished) return false;
    return holdsValue(bytes, this.#stream.endKey) || bytes.includes(this.#stream.endWord);
  }

  /** Event by event: the first ones, and those that carry usage, an error or the end. */
  #look(region: Buffer): UpstreamProblem | undefined {
    const { route } = this.#context;
    const kept: Buffer[] = [];
    let changed = false;
    for (const frame of splitFrames(region)) {
      if (this.#opened && !this.#tells(frame)) {
        kept.push(frame);
        continue;
      }
      const text = frame.toString("utf8");
      const data = frameData(text);
      const body = parseObject(data);
      if (!this.#opened && !body) {
        const problem = refuseFrame(text, data);
        if (problem) return problem;
      }
      if (body && hasError(body)) {
        // In the very first piece nothing is sent yet, and another channel may do better.
        if (this.#started) for (const good of kept) this.#context.write(good);
        return route.provider.readProblem(200, data, {});
      }
      if (body) this.usage = route.provider.native?.readUsage(body, this.usage) ?? this.usage;
      if (!this.#finished) this.#finished = this.#stream.isEnd(data, body);
      if (body && !this.#stream.keeps(body)) {
        changed = true;
        continue;
      }
      kept.push(frame);
      this.#opened ||= body !== undefined && this.#stream.opens(body);
    }
    this.#send(changed ? Buffer.concat(kept) : region);
    return undefined;
  }

  #send(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (!this.#opened) {
      this.#heldLength += bytes.length;
      if (this.#heldLength <= heldMost) this.#held.push(bytes);
      return;
    }
    if (!this.#started) {
      this.#started = true;
      const { exchange, answerHeaders } = this.#context;
      exchange.reply.head(200, Object.assign(answerHeaders, streamHeaders));
      for (const held of this.#held) this.#context.write(held);
      this.#held = [];
    }
    this.#keep(bytes);
    this.#context.write(bytes);
  }

  #keep(bytes: Buffer): void {
    if (this.#context.callerGone()) return;
    this.#kept.push(bytes);
    this.#keptLength += bytes.length;
    // After the end little follows, and with a believable usage none of it will be counted.
    if (this.#keptLength > keptBytes && !this.#finished) this.#readKept();
  }

  /** Turns kept frames into their text, so that a long stream without usage stays small in memory. */
  #readKept(): void {
    const kept = this.#kept;
    this.#kept = [];
    this.#keptLength = 0;
    if (kept.length === 0) return;
    // One reader for the whole stream: a tool call that began in earlier frames goes on in these.
    this.#reader ??= this.#context.route.provider.chat?.streamReader(callForReading(this.#context));
    if (!this.#reader) return;
    for (const frame of frameTexts(Buffer.concat(kept))) this.#countFrame(this.#reader, frame);
  }

  #countFrame(reader: StreamReader, frame: string): void {
    const data = frameData(frame);
    if (data === "") return;
    try {
      for (const part of reader.read({ event: "", data })) this.#delivered.addPart(part);
    } catch {
      // A frame that cannot be read was delivered as it came; then nothing can be counted in it.
    }
  }

  onEnd(): UpstreamProblem | undefined {
    const rest = this.#frames.rest();
    if (rest.length > 0) {
      const problem = this.#takeRest(rest);
      if (problem) return problem;
    }
    if (!this.#opened) return badAnswer("the stream is empty");
    if (!this.#finished) return badAnswer("the stream broke off");
    this.#context.end();
    return undefined;
  }

  /** The last event of some upstreams lacks its blank line: it is added. Half an event is nobody's, and what follows it would stick to it. */
  #takeRest(rest: Buffer): UpstreamProblem | undefined {
    const text = rest.toString("utf8");
    if (!this.#opened && !looksLikeEvent(text)) return this.#readNoStream(rest);
    const data = frameData(text).trim();
    if (data !== "[DONE]" && !parseObject(data)) return undefined;
    return this.#pass(Buffer.concat([rest, Buffer.from(text.endsWith("\n") ? "\n" : "\n\n")]));
  }

  /** A whole JSON body (or anything else) where a stream was promised. */
  #readNoStream(bytes: Buffer): UpstreamProblem {
    const parsed = parseWhole(bytes);
    if ("problem" in parsed) return parsed.problem;
    if (hasError(parsed.body)) {
      return this.#context.route.provider.readProblem(200, bytes.toString("utf8"), {});
    }
    return badAnswer("a whole answer came where a stream was asked for");
  }
}

/** What may stand before the first event with a body: comments, bare fields, blank lines. */
function refuseFrame(text: string, data: string): UpstreamProblem | undefined {
  if (data !== "" && data.trim() !== "[DONE]")
    return badAnswer(`the stream does not hold JSON events: ${data.slice(0, 200)}`);
  if (data === "" && text.trim() !== "" && !looksLikeEvent(text))
    return badAnswer(`the answer is not an event stream: ${text.slice(0, 200)}`);
  return undefined;
}

function looksLikeEvent(text: string): boolean {
  return /^\s*(?:data|event|id|retry)?:/.test(text);
}
