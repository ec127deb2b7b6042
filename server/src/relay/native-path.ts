import type { UsageCounts } from "@tollgate/contract/cost";
import {
  type AnswerPath,
  badAnswer,
  hasError,
  type PathContext,
  parseWhole,
  streamHeaders,
  WholeBody,
} from "./answer-path.ts";
import type { ChatCall } from "./canonical/chat.ts";
import type { UpstreamProblem } from "./canonical/problem.ts";
import type { NativeStream } from "./formats/format.ts";
import { DeliveredTokens } from "./metering/delivered-text.ts";
import { frameData, SseFrames, splitFrames } from "./sse-frames.ts";

/** The upstream speaks the caller's format: bytes pass through untouched, usage is read in passing (D12). */
export function nativePath(context: PathContext): AnswerPath {
  return context.exchange.head.stream ? new NativeStreamPath(context) : new NativeWholePath(context);
}

/** Reads an answer of the same dialect only for counting; nothing of the call matters for that. */
function callForReading(context: PathContext): ChatCall {
  return { model: context.route.upstreamModel, stream: context.exchange.head.stream, messages: [] };
}

class NativeWholePath implements AnswerPath {
  usage: UsageCounts | undefined;
  readonly delivered: DeliveredTokens;
  #context: PathContext;
  #body = new WholeBody();

  constructor(context: PathContext) {
    this.#context = context;
    this.delivered = new DeliveredTokens(context.tokenCounter);
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
    if (hasError(parsed.body)) return route.provider.readProblem(200, bytes.toString("utf8"), {});
    this.usage = route.provider.native?.readUsage(parsed.body, undefined);
    if (!this.usage) this.#keepText(parsed.body);
    answerHeaders["content-type"] = "application/json; charset=utf-8";
    answerHeaders["content-length"] = String(bytes.length);
    exchange.reply.head(200, answerHeaders);
    this.#context.end(bytes);
    return undefined;
  }

  #keepText(body: object): void {
    const { route } = this.#context;
    try {
      const result = route.provider.chat?.readResponse(body, callForReading(this.#context));
      for (const choice of result?.choices ?? []) {
        for (const block of choice.content) {
          if ("text" in block) this.delivered.add(block.text);
          else if (block.type === "tool-call") this.delivered.add(block.name + block.arguments);
        }
      }
    } catch {
      // An answer that cannot be read is passed on as it is; then nothing can be counted in it.
    }
  }
}

/** Frames kept for counting, should the upstream give no usage. */
const keptBytes = 16 * 1024;
const usageKey = Buffer.from('"usage":');
const errorKey = Buffer.from('"error":');
const finishKey = Buffer.from('"finish_reason":"');
const doneMark = Buffer.from("[DONE]");

class NativeStreamPath implements AnswerPath {
  usage: UsageCounts | undefined;
  #delivered: DeliveredTokens;
  #context: PathContext;
  #frames = new SseFrames();
  #stream: NativeStream;
  #started = false;
  #finished = false;
  #kept: Buffer[] = [];
  #keptLength = 0;

  constructor(context: PathContext) {
    this.#context = context;
    this.#delivered = new DeliveredTokens(context.tokenCounter);
    this.#stream = context.exchange.format.nativeStream(context.exchange.head);
  }

  /** However the stream ended: without usage from the upstream the kept frames are read now. */
  get delivered(): DeliveredTokens {
    if (!this.usage) this.#readKept();
    return this.#delivered;
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
    const needsLook = !this.#started || region.includes(errorKey) || holdsUsage(region);
    if (!needsLook) {
      this.#noteEnd(region);
      this.#keep(region);
      this.#context.write(region);
      return undefined;
    }
    return this.#look(region);
  }

  /** Event by event: the first ones, and those that carry usage or an error. */
  #look(region: Buffer): UpstreamProblem | undefined {
    const { route } = this.#context;
    let kept = "";
    let changed = false;
    let problem: UpstreamProblem | undefined;
    for (const frame of splitFrames(region)) {
      const data = frameData(frame);
      const body = parseObject(data);
      if (!this.#started && !body && data !== "" && data !== "[DONE]") {
        return badAnswer(`the stream does not hold JSON events: ${data.slice(0, 200)}`);
      }
      if (!this.#started && data === "" && !frame.startsWith(":") && !frame.startsWith("event:")) {
        return badAnswer(`the answer is not an event stream: ${frame.slice(0, 200)}`);
      }
      if (body && hasError(body)) {
        problem = route.provider.readProblem(200, data, {});
        break;
      }
      if (body) this.usage = route.provider.native?.readUsage(body, this.usage) ?? this.usage;
      if (body && !this.#stream.keeps(body)) changed = true;
      else kept += `${frame}\n\n`;
    }
    if (problem) {
      if (kept !== "" && this.#started) this.#context.write(kept);
      return problem;
    }
    this.#noteEnd(region);
    this.#keep(region);
    if (!changed) this.#begin(region);
    else if (kept !== "") this.#begin(kept);
    return undefined;
  }

  #begin(bytes: Buffer | string): void {
    if (!this.#started) {
      this.#started = true;
      const { exchange, answerHeaders } = this.#context;
      exchange.reply.head(200, Object.assign(answerHeaders, streamHeaders));
    }
    this.#context.write(bytes);
  }

  #noteEnd(region: Buffer): void {
    if (!this.#finished) {
      this.#finished = region.includes(finishKey) || region.includes(doneMark) || this.#saysEnd(region);
    }
  }

  #saysEnd(region: Buffer): boolean {
    return region.includes("_stop") && splitFrames(region).some((frame) => this.#stream.isEnd(frame));
  }

  #keep(region: Buffer): void {
    // With the usage in hand nothing will have to be counted.
    if (this.usage) return;
    this.#kept.push(region);
    this.#keptLength += region.length;
    if (this.#keptLength > keptBytes) this.#readKept();
  }

  /** Turns kept frames into their text, so that a long stream without usage stays small in memory. */
  #readKept(): void {
    const reader = this.#context.route.provider.chat?.streamReader(callForReading(this.#context));
    const frames = this.#kept.length === 0 ? [] : splitFrames(Buffer.concat(this.#kept));
    this.#kept = [];
    this.#keptLength = 0;
    if (!reader) return;
    try {
      for (const frame of frames) {
        for (const part of reader.read({ event: "", data: frameData(frame) })) {
          if ("text" in part) this.#delivered.add(part.text);
        }
      }
    } catch {
      // Frames that cannot be read were delivered as they came; then nothing can be counted in them.
    }
  }

  onEnd(): UpstreamProblem | undefined {
    const rest = this.#frames.rest();
    if (rest.length > 0) {
      // The last event of some upstreams lacks its blank line.
      const problem = this.#started || looksLikeEvent(rest) ? this.#pass(rest) : this.#readNoStream(rest);
      if (problem) return problem;
    }
    if (!this.#started) return badAnswer("the stream is empty");
    if (!this.#finished) return badAnswer("the stream broke off");
    this.#context.end();
    return undefined;
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

function looksLikeEvent(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 8).toString("latin1").trimStart();
  return start.startsWith("data:") || start.startsWith("event:") || start.startsWith(":");
}

/** True if a `"usage":` in these bytes is followed by something other than `null`. Inside strings the quotes are escaped, so it cannot match there. */
function holdsUsage(region: Buffer): boolean {
  for (let at = region.indexOf(usageKey); at !== -1; at = region.indexOf(usageKey, at + usageKey.length)) {
    let i = at + usageKey.length;
    while (region[i] === 0x20) i++;
    if (region[i] !== 0x6e) return true;
  }
  return false;
}

function parseObject(text: string): object | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
