import type { UsageCounts } from "@tollgate/contract/cost";
import type { AnsweredBy } from "../canonical/answered-by.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { type MarkFinder, markFinderOf } from "../event-stream/mark-finder.ts";
import {
  endOfFrame,
  frameData,
  frameTexts,
  lineEndingOf,
  SseFrames,
  startOfFrame,
} from "../event-stream/sse-frames.ts";
import type { DeliveredText } from "../exchange.ts";
import type { AnswerNames, ChatFormat, Format, NativeStream } from "../formats/format.ts";
import { DeliveredTokens } from "../metering/delivered-text.ts";
import { readAnsweredBy } from "../providers/kit/read-answered-by.ts";
import type { NativeCapability, StreamReader } from "../providers/provider.ts";
import { readProblem } from "../upstream/read-problem.ts";
import {
  type AnswerPath,
  badAnswer,
  bindAnswer,
  bindNames,
  callForReading,
  hasError,
  type PathContext,
  parseObject,
  parseWhole,
  streamHeaders,
} from "./answer-path.ts";
import { BufferedBytes } from "./buffered-bytes.ts";

/** Bytes of frames buffered for counting, in case the upstream reports no usage. */
const countedBytes = 16 * 1024;
/** Bytes of frames buffered until the first one with content; further comments are dropped. */
const heldMost = 64 * 1024;

/** A stream in the caller's own format. */
export class NativeStreamPath implements AnswerPath, DeliveredText {
  usage: UsageCounts | undefined;
  answeredBy: AnsweredBy | undefined;
  #namesOf: Format["namesOf"];
  /** Id of the response: its last event need not repeat it. */
  #answerId: string | undefined;
  #delivered: DeliveredTokens;
  #context: PathContext;
  #frames = new SseFrames();
  #stream: NativeStream;
  #marks: MarkFinder;
  /** An event with content has come. */
  #opened = false;
  /** Bytes were written to the caller. */
  #started = false;
  #finished = false;
  #held: Buffer[] = [];
  #heldLength = 0;
  #kept = new BufferedBytes(countedBytes);
  #reader: StreamReader | undefined;
  #reframe: ReturnType<NonNullable<NativeCapability["reframe"]>> | undefined;

  constructor(context: PathContext) {
    this.#context = context;
    this.#delivered = new DeliveredTokens(context.tokenCounter);
    this.#stream = context.exchange.format.nativeStream(context.sent.head);
    this.#marks = markFinderOf(this.#stream.marks);
    this.#namesOf = context.exchange.format.namesOf;
    this.#reframe = context.route.provider.native?.reframe?.(context.exchange.format.id);
  }

  get begun(): boolean {
    return this.#opened;
  }

  get usageFinal(): boolean {
    return this.#isWhole();
  }

  get complete(): boolean {
    return this.#finished;
  }

  #isWhole(): boolean {
    return this.#finished || (this.#stream.endsWhole?.() ?? false);
  }

  get retained(): number {
    return this.#frames.retained + Math.min(this.#heldLength, heldMost);
  }

  get delivered(): DeliveredText {
    return this;
  }

  get spoke(): boolean {
    return this.#delivered.spoke;
  }

  /** The stream ended in any way: reads the frames that are still buffered. */
  count(): Promise<number> {
    this.#readKept();
    return this.#delivered.count();
  }

  onHead(headers: Record<string, string>): UpstreamProblem | undefined {
    const type = headers["content-type"] ?? "";
    // A JSON response to a streamed call is an error; `onEnd` reads it whole.
    if (type.includes("text/html")) return badAnswer("the answer is an HTML page");
    return undefined;
  }

  onData(chunk: Buffer): UpstreamProblem | undefined {
    return this.#take(this.#reframe ? this.#reframe.push(chunk) : chunk);
  }

  #take(bytes: Buffer): UpstreamProblem | undefined {
    if (bytes.length === 0) return undefined;
    let region: Buffer;
    try {
      region = this.#frames.push(bytes);
    } catch (error) {
      if (error instanceof UnreadableAnswer) return badAnswer(error.message);
      throw error;
    }
    return region.length === 0 ? undefined : this.#pass(region);
  }

  #pass(region: Buffer): UpstreamProblem | undefined {
    // One byte is one character: positions are the same.
    const text = region.toString("latin1");
    if (!this.#started || this.#nextMark(text, 0) !== -1) return this.#look(region, text);
    this.#keep(region);
    this.#context.write(region);
    return undefined;
  }

  /** Position of the next event's mark: usage, an error, the end. Most chunks contain none. */
  #nextMark(text: string, from: number): number {
    // More images may come than were requested.
    return this.#marks.find(text, from, this.#finished && !this.#stream.pictures);
  }

  /** Reads single events: the first ones, and those with a mark. The others are passed on with what lies around them. */
  #look(region: Buffer, text: string): UpstreamProblem | undefined {
    const ending = lineEndingOf(region);
    const kept: Buffer[] = [];
    let keptTo = 0;
    for (let at = 0; at < region.length; ) {
      let start = at;
      if (this.#opened) {
        const mark = this.#nextMark(text, at);
        if (mark === -1) break;
        start = startOfFrame(text, mark, ending, at);
      }
      at = endOfFrame(text, start, ending);
      const found = this.#read(region.toString("utf8", start, at));
      if (found === "drop") {
        kept.push(region.subarray(keptTo, start));
        keptTo = at;
      } else if (found) {
        // Nothing is sent before the first chunk is checked, so another channel can still take over.
        kept.push(region.subarray(keptTo, start));
        if (this.#started) for (const good of kept) if (good.length > 0) this.#context.write(good);
        return found;
      }
    }
    this.#send(keptTo === 0 ? region : Buffer.concat([...kept, region.subarray(keptTo)]));
    return undefined;
  }

  /** Reads one event. Returns a problem that it reports, or `drop` for an event that the caller did not request. */
  #read(text: string): UpstreamProblem | "drop" | undefined {
    const { exchange, route } = this.#context;
    const data = frameData(text);
    const body = parseObject(data);
    if (!this.#opened && !body) {
      const problem = rejectFrame(text, data);
      if (problem) return problem;
    }
    if (body && this.#isProblem(body)) return readProblem(route.provider, 200, data, {});
    if (body) {
      this.usage = route.provider.native?.readUsage(body, this.usage, exchange.format.id) ?? this.usage;
      this.answeredBy = readAnsweredBy(body, this.answeredBy);
    }
    if (!this.#finished || this.#stream.pictures)
      this.#finished = this.#stream.isEnd(data, body) || this.#finished;
    const pictures = this.#stream.pictures?.();
    if (pictures) this.answeredBy = { ...this.answeredBy, pictures };
    if (body && this.#namesOf) this.#bind(this.#namesOf(body, this.#context.sent.head));
    if (body && !this.#stream.keeps(body)) return "drop";
    this.#opened ||= body !== undefined && this.#stream.opens(body);
    return undefined;
  }

  #bind({ answer, parts }: AnswerNames): void {
    this.#answerId = answer ?? this.#answerId;
    // The length of the response is known at its end only.
    if (this.#finished) bindAnswer(this.#context, { answer: this.#answerId, parts }, this.usage);
    else bindNames(this.#context, answer === undefined ? parts : [answer, ...parts]);
  }

  #isProblem(body: object): boolean {
    return hasError(body) || (this.#stream.isProblem?.(body) ?? false);
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
      this.#context.head(streamHeaders);
      for (const held of this.#held) this.#context.write(held);
      this.#held = [];
    }
    this.#keep(bytes);
    this.#context.write(bytes);
  }

  #keep(bytes: Buffer): void {
    if (this.#context.callerGone()) return;
    if (this.#kept.add(bytes)) return;
    this.#readKept();
    this.#kept.add(bytes);
  }

  /** Turns buffered frames into their text, so that a long stream without usage needs little memory. */
  #readKept(): void {
    if (this.#kept.length === 0) return;
    const text = this.#kept.takeText();
    // One reader for the whole stream: a tool call may span several frames.
    const { format } = this.#context.exchange;
    if (format.capability !== "chat") {
      for (const frame of frameTexts(text)) this.#countWords(format, frame);
      return;
    }
    this.#reader ??= this.#context.route.provider.chat?.streamReader(callForReading(this.#context));
    if (!this.#reader) return;
    for (const frame of frameTexts(text)) this.#countFrame(this.#reader, frame);
  }

  /** A call other than chat: its text (transcripts); delivered images or audio need none. */
  #countWords(format: Exclude<Format, ChatFormat>, frame: string): void {
    const event = parseObject(frameData(frame));
    if (!event) return;
    const text = format.deltaText?.(event) ?? "";
    this.#delivered.addPart({ type: "text", choice: 0, text });
    this.#delivered.spoke = true;
  }

  #countFrame(reader: StreamReader, frame: string): void {
    const data = frameData(frame);
    if (data === "") return;
    try {
      for (const part of reader.read({ event: "", data })) this.#delivered.addPart(part);
    } catch {
      // An unreadable frame was delivered as it came, but cannot be counted.
    }
  }

  onEnd(): UpstreamProblem | undefined {
    if (this.#reframe) {
      const problem = this.#take(this.#reframe.end());
      if (problem) return problem;
    }
    const rest = this.#frames.rest();
    if (rest.length > 0) {
      const problem = this.#takeRest(rest);
      if (problem) return problem;
    }
    if (!this.#opened) return badAnswer("the stream is empty");
    if (!this.#isWhole()) return badAnswer("the stream broke off");
    this.#context.end();
    return undefined;
  }

  /**
   * Some upstreams omit the blank line after the last event: adds it. Half an event is dropped, because the next one
   * would be appended to it.
   */
  #takeRest(rest: Buffer): UpstreamProblem | undefined {
    const text = rest.toString("utf8");
    if (!this.#opened && !looksLikeEvent(text)) return this.#readNoStream(rest);
    const data = frameData(text).trim();
    if (data !== "[DONE]" && !parseObject(data)) return undefined;
    return this.#pass(Buffer.concat([rest, Buffer.from(text.endsWith("\n") ? "\n" : "\n\n")]));
  }

  /** A whole JSON body (or anything else) where a stream was requested. */
  #readNoStream(bytes: Buffer): UpstreamProblem {
    const parsed = parseWhole(bytes);
    if ("problem" in parsed) return parsed.problem;
    if (hasError(parsed.body)) {
      return readProblem(this.#context.route.provider, 200, bytes.toString("utf8"), {});
    }
    return badAnswer("a whole answer came where a stream was requested");
  }
}

/** True for what may precede the first event with data: comments, bare fields, blank lines. */
function rejectFrame(text: string, data: string): UpstreamProblem | undefined {
  if (data !== "" && data.trim() !== "[DONE]")
    return badAnswer(`the stream does not contain JSON events: ${data.slice(0, 200)}`);
  if (data === "" && text.trim() !== "" && !looksLikeEvent(text))
    return badAnswer(`the answer is not an event stream: ${text.slice(0, 200)}`);
  return undefined;
}

function looksLikeEvent(text: string): boolean {
  return /^\s*(?:data|event|id|retry)?:/.test(text);
}
