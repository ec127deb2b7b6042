import type { UsageCounts } from "@tollgate/contract/cost";
import {
  type AnswerPath,
  badAnswer,
  hasError,
  type PathContext,
  parseObject,
  renderContext,
  WholeBody,
} from "./answer-path.ts";
import type { AnsweredBy } from "../canonical/answered-by.ts";
import type { DrawnPictures } from "../canonical/image.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { spokenUsage } from "../canonical/speech.ts";
import { audioUsage } from "../canonical/transcription.ts";
import type { DeliveredText } from "../exchange.ts";
import type { ChatFormat, Format, RenderContext, RenderedAnswer } from "../formats/format.ts";
import { readAnsweredBy } from "../providers/kit/read-answered-by.ts";
import { RejectedAnswer } from "../providers/kit/rejected-answer.ts";
import { type CallCapability } from "../providers/provider.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { readProblem } from "../upstream/read-problem.ts";

type OtherFormat = Exclude<Format, ChatFormat>;
type Render = (result: unknown, call: unknown, context: RenderContext) => RenderedAnswer;

/** Fields of a call's result that may report usage. */
interface MeasuredResult {
  usage?: UsageCounts;
  /** Seconds. */
  duration?: number;
  characters?: number;
  images?: readonly unknown[];
  size?: string;
  quality?: string;
}

/** A call other than chat at an upstream of another format: the whole response is read and rendered. */
export function callPath(
  context: PathContext,
  format: OtherFormat,
  adapter: object,
  call: unknown,
): AnswerPath {
  return new CallPath(context, (headers, body) => {
    // The format's capability chose the adapter and built the call, so the three have matching types.
    const { readResponse } = adapter as CallCapability<unknown, MeasuredResult>;
    const result = readResponse({ status: 200, headers, body }, call);
    const answer = (format.renderResponse as Render)(
      result,
      call,
      renderContext(context.exchange, context.sent),
    );
    const { images, size, quality } = result;
    const usage = result.usage ?? audioUsage(result.duration) ?? spokenUsage(result.characters);
    return { answer, usage, pictures: images && { count: images.length, size, quality } };
  });
}

/** The same format on both sides: the response's bytes pass unchanged, JSON or not, after a check. */
export function forwardPath(context: PathContext, format: OtherFormat): AnswerPath {
  return new CallPath(context, (headers, body) => {
    const contentType = headers["content-type"] ?? "application/octet-stream";
    const parsed = isJson(contentType) ? parseObject(body.toString("utf8")) : undefined;
    if (isJson(contentType) && (!parsed || !format.isAnswer(parsed)))
      throw new UnreadableAnswer("the answer has no content");
    if (contentType.includes("text/html")) throw new UnreadableAnswer("the answer is an HTML page");
    const { native } = context.route.provider;
    const usage = parsed && native?.readUsage(parsed, undefined, format.id);
    return { answer: { contentType, body }, usage, pictures: parsed && format.picturesOf?.(parsed) };
  });
}

type ReadAnswer = (
  headers: Record<string, string>,
  body: Buffer,
) => { answer: RenderedAnswer; usage: UsageCounts | undefined; pictures: DrawnPictures | undefined };

class CallPath implements AnswerPath, DeliveredText {
  usage: UsageCounts | undefined;
  usageFinal = false;
  answeredBy: AnsweredBy | undefined;
  #context: PathContext;
  #read: ReadAnswer;
  #body = new WholeBody();
  #headers: Record<string, string> = {};
  /** Text that the caller received, for counting its tokens. */
  #answer: RenderedAnswer | undefined;

  constructor(context: PathContext, read: ReadAnswer) {
    this.#context = context;
    this.#read = read;
  }

  get begun(): boolean {
    return this.#body.begun;
  }

  get delivered(): DeliveredText {
    return this;
  }

  get spoke(): boolean {
    return this.#answer !== undefined;
  }

  get seconds(): number {
    const { format } = this.#context.exchange;
    if (!this.#answer || format.capability === "chat" || !format.answerSeconds) return 0;
    return format.answerSeconds(Buffer.from(this.#answer.body), this.#answer.contentType);
  }

  onHead(headers: Record<string, string>): undefined {
    this.#headers = headers;
    return undefined;
  }

  get retained(): number {
    return this.#body.length;
  }

  onData(chunk: Buffer): UpstreamProblem | undefined {
    return this.#body.add(chunk);
  }

  onEnd(): UpstreamProblem | undefined {
    const bytes = this.#body.bytes();
    if (bytes.length === 0 && !this.#mayBeEmpty()) return badAnswer("the answer is empty");
    const problem = this.#errorIn(bytes);
    if (problem) return problem;
    try {
      const { answer, usage, pictures } = this.#read(this.#headers, bytes);
      this.usage = usage;
      if (pictures) this.answeredBy = { ...this.answeredBy, pictures };
      this.usageFinal = true;
      if (!this.#context.callerGone()) this.#answer = answer;
      this.#send(answer);
      return undefined;
    } catch (error) {
      if (error instanceof RejectedAnswer) return error.problem;
      if (!(error instanceof UnreadableAnswer)) throw error;
      return badAnswer(error.message);
    }
  }

  /** A transcript of silence, as plain text. */
  #mayBeEmpty(): boolean {
    const type = this.#headers["content-type"] ?? "";
    return this.#context.exchange.format.capability === "transcription" && /^text\/(?:plain|vtt)/.test(type);
  }

  #errorIn(bytes: Buffer): UpstreamProblem | undefined {
    if (!isJson(this.#headers["content-type"] ?? "")) return undefined;
    const text = bytes.toString("utf8");
    const body = parseObject(text);
    this.answeredBy = readAnsweredBy(body);
    return body && hasError(body) ? readProblem(this.#context.route.provider, 200, text, {}) : undefined;
  }

  #send({ contentType, body }: RenderedAnswer): void {
    const length = String(Buffer.byteLength(body));
    this.#context.head({ "content-type": contentType, "content-length": length }, "whole");
    this.#context.end(body);
  }

  /** Text of the response that counts as output (transcripts); images, vectors and audio have none. */
  count(): Promise<number> {
    const { format } = this.#context.exchange;
    if (!this.#answer || format.capability === "chat" || !format.answerText) return Promise.resolve(0);
    const bytes = Buffer.from(this.#answer.body);
    return this.#context.tokenCounter.count(format.answerText(bytes, this.#answer.contentType));
  }
}

function isJson(contentType: string): boolean {
  return contentType.includes("json");
}
