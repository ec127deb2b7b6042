import type { UsageCounts } from "@tollgate/contract/cost";
import { noteAccount, noteAccountOnPart, resolveAccount } from "../response-state/reasoning-signatures.ts";
import {
  type AnswerPath,
  badAnswer,
  bindNames,
  hasError,
  jsonType,
  type PathContext,
  parseObject,
  parseWhole,
  renderContext,
  streamHeaders,
  WholeBody,
} from "./answer-path.ts";
import type { AnsweredBy } from "../canonical/answered-by.ts";
import type { AssistantBlock, ChatCall, ChatResult } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import { answerCost, freeBytes } from "../canonical/json-cost.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { ChatFormat, RenderContext, StreamRenderer } from "../formats/format.ts";
import { restoreToolName, restoreToolNames, type ToolNames } from "../request/legal-tool-names.ts";
import { DeliveredTokens } from "../metering/delivered-text.ts";
import { readAnsweredBy } from "../providers/kit/read-answered-by.ts";
import { RejectedAnswer } from "../providers/kit/rejected-answer.ts";
import { createSseSplitter } from "../event-stream/sse-splitter.ts";
import type { EventSplitter } from "../event-stream/upstream-event.ts";
import type { StreamReader } from "../providers/provider.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { readProblem } from "../upstream/read-problem.ts";

/**
 * The upstream uses another format: reads its parts into the canonical model and renders them in the caller's format
 * (decision 0002).
 */
export function translatedPath(
  context: PathContext,
  format: ChatFormat,
  call: ChatCall,
  toolNames: ToolNames | undefined,
): AnswerPath {
  return call.stream
    ? new TranslatedStreamPath(context, format, call, toolNames)
    : new TranslatedWholePath(context, format, call, toolNames);
}

/** Encrypted reasoning and items of the caller's own format pass unchanged; they have no field for their account. */
function bindOwn(context: PathContext, block: AssistantBlock | ChatStreamPart): void {
  const { format } = context.exchange;
  const { head } = context.sent;
  if (block.type === "encrypted-reasoning" && block.dialect === format.id) bindNames(context, [block.data]);
  if (block.type !== "opaque" || !format.namesOf) return;
  const { dialect, value } = "block" in block ? block.block : block;
  if (dialect === format.id) bindNames(context, format.namesOf({ item: value }, head).parts);
}

/** Items are stored before the last byte of their response is sent: the next request may refer to them immediately. */
function keepingContext({ exchange, sent, items }: PathContext): RenderContext {
  const { userId } = exchange.caller;
  return renderContext(
    exchange,
    sent,
    sent.head.keepsItems ? (output) => items.keep(userId, output) : undefined,
  );
}

function accountOf({ exchange, route }: PathContext): string {
  return resolveAccount(exchange.caller.userId, route.view.key);
}

/**
 * Maximum characters of all tool call arguments of one response. Some formats parse them into objects; text of this
 * size is cheap to parse, and no model writes more in one response.
 */
const argumentsMost = freeBytes(answerCost);

const longArguments = `the arguments of its tool calls are longer than ${argumentsMost} characters`;

function argumentsLength({ choices }: ChatResult): number {
  let length = 0;
  for (const { content } of choices)
    for (const block of content) if (block.type === "tool-call") length += block.arguments.length;
  return length;
}

function unreadable(error: unknown): UpstreamProblem {
  if (error instanceof RejectedAnswer) return error.problem;
  if (error instanceof UnreadableAnswer) return badAnswer(error.message);
  throw error;
}

class TranslatedWholePath implements AnswerPath {
  usage: UsageCounts | undefined;
  usageFinal = false;
  answeredBy: AnsweredBy | undefined;
  readonly delivered: DeliveredTokens;
  #context: PathContext;
  #call: ChatCall;
  #format: ChatFormat;
  #toolNames: ToolNames | undefined;
  #body = new WholeBody();

  constructor(context: PathContext, format: ChatFormat, call: ChatCall, toolNames: ToolNames | undefined) {
    this.#context = context;
    this.#toolNames = toolNames;
    this.#format = format;
    this.#call = call;
    this.delivered = new DeliveredTokens(context.tokenCounter);
  }

  get begun(): boolean {
    return this.#body.begun;
  }

  onHead(): undefined {
    return undefined;
  }

  get retained(): number {
    return this.#body.length;
  }

  onData(chunk: Buffer): UpstreamProblem | undefined {
    return this.#body.add(chunk);
  }

  onEnd(): UpstreamProblem | undefined {
    const { route } = this.#context;
    const bytes = this.#body.bytes();
    const parsed = parseWhole(bytes);
    if ("problem" in parsed) return parsed.problem;
    if (hasError(parsed.body)) return readProblem(route.provider, 200, bytes.toString("utf8"), {});
    try {
      const result = route.provider.chat?.readResponse(parsed.body, this.#call);
      if (!result) return badAnswer("this provider does not answer chats");
      if (argumentsLength(result) > argumentsMost) return badAnswer(longArguments);
      this.usage = result.usage;
      this.usageFinal = true;
      this.answeredBy = readAnsweredBy(parsed.body);
      if (!this.#context.callerGone()) this.delivered.addResult(result);
      if (this.#toolNames) restoreToolNames(result, this.#toolNames);
      noteAccount(result, () => accountOf(this.#context));
      for (const { content } of result.choices) for (const block of content) bindOwn(this.#context, block);
      const text = this.#format.renderResponse(result, keepingContext(this.#context));
      const length = String(Buffer.byteLength(text));
      this.#context.head({ "content-type": jsonType, "content-length": length }, "whole");
      this.#context.end(text);
      return undefined;
    } catch (error) {
      return unreadable(error);
    }
  }
}

const earlyMost = 64 * 1024;
/** A longer event contains more than text: an image, audio, encrypted reasoning. */
const wordyMost = 4096;

class TranslatedStreamPath implements AnswerPath {
  usage: UsageCounts | undefined;
  answeredBy: AnsweredBy | undefined;
  readonly delivered: DeliveredTokens;
  #context: PathContext;
  #splitter: EventSplitter;
  #reader: StreamReader | undefined;
  #renderer: StreamRenderer;
  /**
   * Rendered parts without content (`start`): sent with the first part that has some, so that a failing stream can
   * still be retried.
   */
  #held = "";
  #started = false;
  #ended = false;
  /** Choices that have stopped. */
  #stopped = new Set<number>();
  /**
   * Bytes that readers and renderers may retain until the end: the text, and every event that contains more than text.
   */
  #passed = 0;
  #argumentsLength = 0;
  #resolveAccount: () => string;
  #toolNames: ToolNames | undefined;
  /** Bytes before the first event, while few: they may be an error report instead of a stream. */
  #early: WholeBody | undefined = new WholeBody(earlyMost);

  constructor(context: PathContext, format: ChatFormat, call: ChatCall, toolNames: ToolNames | undefined) {
    this.#context = context;
    this.#toolNames = toolNames;
    const { chat } = context.route.provider;
    this.#reader = chat?.streamReader(call);
    const resolve = (): string => accountOf(context);
    this.#resolveAccount = resolve;
    this.#splitter = chat?.splitter?.() ?? createSseSplitter();
    this.#renderer = format.streamRenderer(keepingContext(context));
    this.delivered = new DeliveredTokens(context.tokenCounter);
  }

  get begun(): boolean {
    return this.#started;
  }

  get usageFinal(): boolean {
    return this.#ended;
  }

  get complete(): boolean {
    return this.#ended || this.#stopped.size >= this.#context.sent.head.choices;
  }

  get retained(): number {
    return this.#splitter.retained + this.#held.length + this.#passed;
  }

  onHead(headers: Record<string, string>): UpstreamProblem | undefined {
    if (headers["content-type"]?.includes("text/html")) return badAnswer("the answer is an HTML page");
    return this.#reader ? undefined : badAnswer("this provider does not stream chats");
  }

  onData(chunk: Buffer): UpstreamProblem | undefined {
    let text = "";
    const begun = this.#started;
    if (this.#early?.add(chunk)) this.#early = undefined;
    try {
      for (const event of this.#splitter.push(chunk)) {
        // A keep-alive without content.
        if (event.data === "") continue;
        if (event.data.length > wordyMost) this.#passed += event.data.length;
        let mayStateSpeed = !this.#started;
        for (const part of this.#reader?.read(event) ?? []) {
          if (part.type === "problem") {
            // Nothing is sent before the first chunk is checked, so another channel can still take over.
            if (begun) this.#send(text);
            return part.problem;
          }
          mayStateSpeed ||= part.type === "usage";
          text += this.#take(part);
        }
        // Speed and region have no part of their own; an event with usage contains them, as a rule the first one.
        if (mayStateSpeed && (event.data.includes('"speed"') || event.data.includes('"inference_geo"')))
          this.answeredBy = readAnsweredBy(parseObject(event.data), this.answeredBy);
      }
    } catch (error) {
      return unreadable(error);
    }
    this.#send(text);
    return undefined;
  }

  /** Records what metering needs and renders the part. */
  #take(part: ChatStreamPart): string {
    if ("text" in part) this.#passed += part.text.length;
    if (part.type === "tool-arguments" && (this.#argumentsLength += part.text.length) > argumentsMost)
      throw new UnreadableAnswer(longArguments);
    if (part.type === "usage") this.usage = part.usage;
    else if (part.type === "end") this.#ended = true;
    else if (part.type === "stop") this.#stopped.add(part.choice);
    else if (part.type === "start") this.#noteAnswerer({ model: part.model });
    else if (part.type === "service-tier") this.#noteAnswerer({ tier: part.tier });
    else if (!this.#context.callerGone()) this.delivered.addPart(part);
    if (this.#toolNames) restoreToolName(part, this.#toolNames);
    noteAccountOnPart(part, this.#resolveAccount);
    bindOwn(this.#context, part);
    const text = this.#renderer.render(part);
    if (this.#started || part.type !== "start") {
      // The model stopped, so there is a response; a format may render an empty one at its end only.
      const reports = text !== "" && part.type !== "usage" && part.type !== "end";
      if (reports || part.type === "stop") this.#begin();
      return text;
    }
    this.#held += text;
    return "";
  }

  #noteAnswerer(said: AnsweredBy): void {
    if (said.model !== "") this.answeredBy = { ...this.answeredBy, ...said };
  }

  #begin(): void {
    if (this.#started) return;
    this.#started = true;
    const { contentType } = this.#renderer;
    this.#context.head(contentType ? { ...streamHeaders, "content-type": contentType } : streamHeaders);
  }

  #send(text: string): void {
    if (!this.#started) {
      this.#held += text;
      return;
    }
    const all = this.#held + text;
    this.#held = "";
    if (all === "") return;
    this.#early = undefined;
    this.#context.exchange.renderer = this.#renderer;
    this.#context.write(all);
  }

  onEnd(): UpstreamProblem | undefined {
    try {
      let text = "";
      for (const event of this.#splitter.end()) {
        for (const part of this.#reader?.read(event) ?? []) {
          if (part.type === "problem") return part.problem;
          text += this.#take(part);
        }
      }
      for (const part of this.#reader?.end() ?? []) text += this.#take(part);
      this.#send(text);
    } catch (error) {
      return unreadable(error);
    }
    // An end without a beginning is no response, so another channel may take over.
    if (!this.#started) return this.#readNoStream();
    if (!this.#ended) return badAnswer("the stream broke off");
    this.#send(this.#renderer.finish(this.usage));
    this.#context.end();
    return undefined;
  }
  /** A whole JSON body where a stream was requested. */
  #readNoStream(): UpstreamProblem {
    const bytes = this.#early?.bytes();
    const parsed = bytes && parseWhole(bytes);
    if (!bytes || !parsed || "problem" in parsed || !hasError(parsed.body))
      return badAnswer("the stream is empty");
    return readProblem(this.#context.route.provider, 200, bytes.toString("utf8"), {});
  }
}
