import type { EndReason } from "@tollgate/contract/logs";
import { addAnswerHeaders, shortList } from "./answer/answer-headers.ts";
import type { AnswerPath, PathContext } from "./answer/answer-path.ts";
import { AbandonedResponse } from "./upstream/abandoned-response.ts";
import type {
  UpstreamCall,
  UpstreamCaller,
  UpstreamListener,
  UpstreamTarget,
} from "./upstream/upstream-call.ts";
import type { UpstreamProblem } from "./canonical/problem.ts";
import { recognizePromptTooLong } from "./canonical/prompt-too-long.ts";
import { addChannelHeaders } from "./upstream/channel-headers.ts";
import type {
  AnsweredPrice,
  Attempt,
  AttemptOutcome,
  DeliveredText,
  Exchange,
  Route,
  SentRequest,
} from "./exchange.ts";
import { withoutKeys } from "./fail-exchange.ts";
import { callFollowing } from "./upstream/follow-answer.ts";
import { release } from "../platform/release-buffer.ts";
import { quoteAnswer } from "./metering/settle-exchange.ts";
import type { TokenCounter } from "./metering/token-counter.ts";
import type { TranslatedItems } from "./ports.ts";
import { type PrepareDependencies, type Prepared, prepareAttempt } from "./prepare-attempt.ts";
import type { UpstreamRequest } from "./providers/provider.ts";
import { UnreadableAnswer } from "./canonical/unreadable-answer.ts";
import { readProblem } from "./upstream/read-problem.ts";
import type { Bindings } from "./response-state/bindings.ts";
import type { FirstByteTimes } from "./upstream/first-byte-times.ts";
import type { RouteSearch } from "./routing/search-route.ts";
import { adaptiveTimeout, targetOf } from "./upstream/upstream-target.ts";

export interface AttemptDependencies extends PrepareDependencies {
  upstream: UpstreamCaller;
  tokenCounter: TokenCounter;
  bindings: Bindings;
  items: TranslatedItems;
  firstBytes: FirstByteTimes;
}

const errorBodyLimit = 64 * 1024;
const uncountedBytes = 64 * 1024;
const outOfMemory = "the answer does not fit into the memory that is left";

/**
 * One attempt at one channel: build, call, deliver. Never throws for upstream failures; resolves when the attempt is
 * over.
 */
export function runAttempt(
  dependencies: AttemptDependencies,
  attempt: Attempt,
  search: RouteSearch,
  answerHeaders: Record<string, string>,
): Promise<AttemptOutcome> {
  const { route, sent } = attempt;
  const target = targetOf(route);
  target.totalTimeout = search.secondsFor(route);
  if (sent.head.stream) target.adaptiveTimeout = adaptiveTimeout(dependencies.firstBytes, route);
  const prepared = prepareAttempt(dependencies, attempt, target);
  const run = (ready: Prepared | UpstreamProblem): Promise<AttemptOutcome> | AttemptOutcome => {
    if ("kind" in ready) return notSent(route, ready, "upstream_error");
    // The caller may have left while a token or a picture was fetched.
    if (attempt.exchange.reply.closed) return notSent(route, callerLeft, "client_closed");
    ready.dropped = shortList(ready.dropped);
    if (ready.dropped.length > 0) answerHeaders["x-tollgate-dropped"] = ready.dropped.join(", ");
    return new Promise((resolve) => {
      new RunningAttempt({
        dependencies,
        attempt,
        search,
        target,
        answerHeaders,
        prepared: ready,
        resolve,
      }).start(ready.request);
    });
  };
  return prepared instanceof Promise ? prepared.then(run) : Promise.resolve(run(prepared));
}

const callerLeft: UpstreamProblem = { kind: "timeout", status: 0, message: "the caller hung up" };

/** An attempt that ended before a request was sent. */
function notSent(route: Route, problem: UpstreamProblem, endReason: EndReason): AttemptOutcome {
  return {
    problem: withoutKeys(problem, route.channel),
    endReason,
    usage: undefined,
    usageFinal: false,
    answeredBy: undefined,
    deliveredText: nothingDelivered,
    status: problem.status,
    firstByteAt: undefined,
    upstreamRequestId: undefined,
    dropped: [],
    quote: undefined,
    bodyLeft: true,
  };
}

const nothingDelivered: DeliveredText = { spoke: false, count: () => Promise.resolve(0) };

interface Running {
  dependencies: AttemptDependencies;
  attempt: Attempt;
  search: RouteSearch;
  target: UpstreamTarget;
  answerHeaders: Record<string, string>;
  prepared: Prepared;
  resolve(outcome: AttemptOutcome): void;
}

/** Also what the path of its response writes to: separate functions would be four more objects for each call. */
class RunningAttempt implements UpstreamListener, PathContext {
  readonly exchange: Exchange;
  readonly route: Route;
  readonly sent: SentRequest;
  readonly tokenCounter: TokenCounter;
  readonly bindings: Bindings;
  readonly items: TranslatedItems;
  #attempt: Attempt;
  #target: UpstreamTarget;
  #dropped: string[];
  /** Until a stream begins: it may last for minutes, and its request is not sent again. */
  #request: UpstreamRequest | undefined;
  #search: RouteSearch;
  #upstream: UpstreamCaller;
  #firstBytes: FirstByteTimes;
  #answerHeaders: Record<string, string>;
  #path: AnswerPath;
  #resolve: (outcome: AttemptOutcome) => void;
  #call: UpstreamCall | undefined;
  #status = 0;
  #headers: Record<string, string> = {};
  #errorBody = "";
  #startedAt = performance.now();
  #firstByteAt: number | undefined;
  /** Time of the latest bytes; for a stream, of those before its head. */
  #heardAt = 0;
  #quote: AnsweredPrice | undefined;
  #callerGone = false;
  /** The caller disconnected after the whole response, as many clients do after the last event. */
  #satisfied = false;
  /** Once the caller left. */
  #rest: AbandonedResponse | undefined;
  #paused = false;
  /** Waits for the caller to drain; most responses never need it. */
  #drains = false;
  #pausedAt = 0;
  #stallLimit: number;
  #stallTimer: NodeJS.Timeout | undefined;
  /** The caller keeps the connection open and reads nothing. */
  #stalled = false;
  #over = false;
  /** Bytes of the response that count in the request's memory account. */
  #retained = 0;

  constructor({ dependencies, attempt, search, target, answerHeaders, prepared, resolve }: Running) {
    this.exchange = attempt.exchange;
    this.route = attempt.route;
    this.sent = attempt.sent;
    this.tokenCounter = dependencies.tokenCounter;
    this.bindings = dependencies.bindings;
    this.items = dependencies.items;
    this.#attempt = attempt;
    this.#search = search;
    this.#target = target;
    this.#stallLimit = this.route.channel.idleTimeout * 1000;
    this.#dropped = prepared.dropped;
    this.#request = prepared.request;
    this.#upstream = dependencies.upstream;
    this.#firstBytes = dependencies.firstBytes;
    this.#answerHeaders = answerHeaders;
    this.#resolve = resolve;
    this.#path = prepared.path(this);
  }

  head(headers: Record<string, string>, whole?: "whole"): void {
    const { exchange } = this;
    const all = Object.assign(this.#answerHeaders, headers);
    if (exchange.snapshot.settings.answerHeaders) this.#addAnswerHeaders(all, whole);
    exchange.reply.head(200, all);
  }

  write(chunk: Buffer | string): void {
    if (this.#callerGone) return;
    if (this.exchange.reply.write(chunk) || this.#paused) return;
    this.#paused = true;
    this.#pausedAt = performance.now();
    this.#stallTimer ??= this.#watchStall(this.#stallLimit);
    this.#call?.pause();
    if (this.#drains) return;
    this.#drains = true;
    this.exchange.reply.onDrain(() => this.#onDrain());
  }

  /** A stalled caller misses bytes that were read on: a clean end would hide that. */
  end(chunk?: Buffer | string): void {
    if (!this.#stalled) this.exchange.reply.end(chunk);
  }

  callerGone(): boolean {
    return this.#callerGone;
  }

  #addAnswerHeaders(headers: Record<string, string>, whole: "whole" | undefined): void {
    if (whole) {
      const { usage, usageFinal, answeredBy, delivered: deliveredText } = this.#path;
      const answer = { usage, usageFinal, answeredBy, deliveredText, dropped: this.#dropped };
      this.#quote = quoteAnswer(this.#attempt, answer);
    }
    const times = { startedAt: this.#startedAt, heardAt: this.#heardAt, now: performance.now() };
    addAnswerHeaders(headers, this.exchange, times, this.#quote);
  }

  start(request: UpstreamRequest): void {
    const { channel } = this.route;
    addChannelHeaders(request, channel);
    request.headers["accept-encoding"] = "identity";
    this.exchange.reply.onClose(() => this.#onCallerGone());
    this.#call = callFollowing(
      this.#upstream,
      { request, target: this.#target, memory: this.exchange.request.memory },
      this,
    );
  }

  #onDrain(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#call?.resume();
  }

  /**
   * Aborts a caller that stops reading, which would block the upstream until the total limit. After the idle limit it
   * counts as disconnected.
   * One timer serves all pauses within its time, because a slow reader pauses many times a second.
   */
  #watchStall(milliseconds: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#stallTimer = undefined;
      if (this.#over || !this.#paused) return;
      const left = this.#pausedAt + this.#stallLimit - performance.now();
      if (left > 1) {
        this.#stallTimer = this.#watchStall(left);
        return;
      }
      this.#stalled = true;
      this.exchange.reply.abort();
      this.#onCallerGone();
    }, milliseconds);
    return timer.unref();
  }

  #onCallerGone(): void {
    if (this.#over || this.#callerGone) return;
    this.#callerGone = true;
    this.#satisfied = !this.#paused && (this.#path.complete ?? false);
    if (this.#call) {
      const left = this.#startedAt + this.#target.totalTimeout * 1000 - performance.now();
      this.#rest = new AbandonedResponse(this.#call, left);
    }
    if (this.#paused) {
      this.#paused = false;
      this.#call?.resume();
    }
  }

  get begun(): boolean {
    return this.#firstByteAt !== undefined;
  }

  canFailOver(): boolean {
    return !this.#callerGone && this.#search.canFailOver(this.route);
  }

  onHead(status: number, headers: Record<string, string>): void {
    this.#status = status;
    this.#headers = headers;
    if (status >= 300) return;
    if (this.sent.head.stream) this.#request = undefined;
    const problem = this.#path.onHead(headers);
    if (problem) this.#stop(problem);
  }

  onData(chunk: Buffer): void {
    if (this.#over) return;
    if (this.#status >= 300) {
      this.#firstByteAt ??= performance.now();
      this.#errorBody += chunk.toString("utf8");
      // Enough to identify the error; an error page may be endless.
      if (this.#errorBody.length >= errorBodyLimit) this.#stop(this.#readProblem());
      return;
    }
    if (this.#rest?.read(chunk.length) === false) {
      this.#stop({ kind: "timeout", status: this.#status, message: "the caller hung up" });
      return;
    }
    if (this.#firstByteAt === undefined) this.#heardAt = performance.now();
    this.#guard(() => this.#path.onData(chunk) ?? this.#countRetained());
    if (this.#firstByteAt === undefined && this.#path.begun) this.#noteFirstByte();
  }

  /** Small buffers are not counted: every open call may have one, and most responses are no larger. */
  #countRetained(): UpstreamProblem | undefined {
    const { retained } = this.#path;
    const counted = retained > uncountedBytes ? retained : 0;
    const more = counted - this.#retained;
    if (more === 0) return undefined;
    const { memory } = this.exchange.request;
    if (more > 0) {
      const code = memory.acquire(more);
      if (code) return { kind: "shortage", status: this.#status, message: outOfMemory, code };
    } else memory.release(-more);
    this.#retained = counted;
    return undefined;
  }

  #noteFirstByte(): void {
    this.#firstByteAt = performance.now();
    if (!this.#attempt.sent.head.stream || this.#callerGone) return;
    const { channel, upstreamModel } = this.route;
    this.#firstBytes.note(channel.id, upstreamModel, this.#firstByteAt - this.#startedAt);
  }

  onEnd(): void {
    if (this.#over) return;
    if (this.#status >= 300) {
      this.#finish(this.#readProblem());
      return;
    }
    this.#heardAt = performance.now();
    this.#guard(() => {
      const problem = this.#path.onEnd();
      if (!problem) this.#finish(undefined);
      return problem;
    });
  }

  #readProblem(): UpstreamProblem {
    return readProblem(this.route.provider, this.#status, this.#errorBody, this.#headers);
  }

  onFail(problem: UpstreamProblem): void {
    if (this.#over) return;
    // The time limit passed while the caller was not reading: no fault of the upstream, and still charged.
    if (problem.kind === "timeout" && this.#paused) {
      this.#callerGone = true;
      this.exchange.reply.abort();
    }
    this.#finish(problem);
  }

  /** An adapter that fails on a response must not crash the process. */
  #guard(work: () => UpstreamProblem | undefined): void {
    let problem: UpstreamProblem | undefined;
    try {
      problem = work();
    } catch (error) {
      const message =
        error instanceof UnreadableAnswer || error instanceof Error ? error.message : String(error);
      problem = {
        kind: "bad-answer",
        status: this.#status,
        message: `the answer cannot be read: ${message}`,
      };
    }
    if (problem) this.#stop(problem);
  }

  #stop(problem: UpstreamProblem): void {
    if (this.#over) return;
    this.#call?.cancel();
    this.#finish(problem);
  }

  #finish(found: UpstreamProblem | undefined): void {
    this.#over = true;
    clearTimeout(this.#stallTimer);
    this.#rest?.stop();
    this.exchange.request.waited += performance.now() - this.#startedAt;
    // A delivered response may still wait for its reader: it counts until its last byte is sent.
    if (found) this.exchange.request.memory.release(this.#retained);
    if (!found) this.#firstByteAt ??= performance.now();
    const problem = this.#problemOf(found);
    this.#resolve({
      problem,
      endReason: this.#endReason(problem),
      usage: this.#path.usage,
      usageFinal: this.#path.usageFinal,
      answeredBy: this.#path.answeredBy,
      deliveredText: this.#path.delivered,
      status: this.#status,
      firstByteAt: this.#firstByteAt,
      upstreamRequestId: this.#headers["x-request-id"] ?? this.#headers["request-id"],
      dropped: this.#dropped,
      quote: this.#quote,
      bodyLeft: this.#leaveBody(found ?? problem),
    });
  }

  /** A problem after the whole response is ignored. */
  #problemOf(found: UpstreamProblem | undefined): UpstreamProblem | undefined {
    if (found && !this.#satisfied) return withoutKeys(recognizePromptTooLong(found), this.route.channel);
    return this.#stalled ? stall : undefined;
  }

  /**
   * True if no connection holds bytes of the request. Our own client reports the whole response only after the request
   * is written or its connection closed; others may still write.
   */
  #leaveBody(problem: UpstreamProblem | undefined): boolean {
    if (problem || this.#target.proxy !== "") return false;
    const body = this.#request?.body;
    // Written for this upstream only: the settlement reads the request, not this.
    if (Buffer.isBuffer(body) && body !== this.#attempt.sent.raw) release(body);
    return true;
  }

  #endReason(problem: UpstreamProblem | undefined): EndReason {
    if (this.#satisfied) return "completed";
    if (this.#callerGone) return "client_closed";
    if (!problem) return "completed";
    // Our own limit cut the stream, so what came before was delivered; an idle upstream delivered no whole response.
    const ours = problem.totalLimit || problem.kind === "shortage";
    if (ours && this.exchange.reply.started) return "gateway_limit";
    if (problem.kind === "timeout") return "timeout";
    if (problem.kind === "shortage") return "refused";
    return this.exchange.reply.started && problem.kind !== "server" ? "upstream_cut" : "upstream_error";
  }
}

const stall: UpstreamProblem = { kind: "timeout", status: 200, message: "the caller stopped reading" };
