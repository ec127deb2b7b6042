import type { EndReason } from "@tollgate/contract/logs";
import type { WebSocket as ClientSocket } from "ws";
import { maskKeys, quotableSecrets } from "../../platform/clean-message.ts";
import type { Charge } from "../metering/charge.ts";
import type { RealtimeEvent, RealtimeNews } from "../canonical/realtime.ts";
import type { Route } from "../exchange.ts";
import type { TokenCounter } from "../metering/token-counter.ts";
import { RelayError, relayErrorKinds } from "../relay-error.ts";
import { checkCallerEvent, hasOptions, ModelChanged } from "./check-caller-event.ts";
import { OpenDeliveries } from "./open-deliveries.ts";
import type { OpenUpstream } from "./open-upstream.ts";
import { parseEvent } from "./parse-event.ts";
import { keyWithdrawn, type SessionBooks } from "./session-books.ts";

export interface RealtimeSessionDependencies {
  client: ClientSocket;
  upstream: OpenUpstream;
  route: Route;
  books: SessionBooks;
  /** Quota for the first answer. */
  first: Charge;
  tokenCounter: TokenCounter;
  /** Everything is booked. */
  onOver(): void;
  onInternalError(error: unknown): void;
}

/** Close codes of RFC 6455. */
const policyViolation = 1008;
const goingAway = 1001;
const internalError = 1011;
/** A side that does not read would let the other's sound pile up here. */
const bufferedMost = 16 * 1024 * 1024;
/** After the caller left, the upstream has this long to say what the running answer used. */
const lastWordMilliseconds = 10_000;
/** With the half second after which another process hears of a change this is still within the second that is promised. */
const watchMilliseconds = 250;
interface SessionError {
  type: string;
  code: string;
  message: string;
  param?: string | null | undefined;
}

/**
 * Passes messages both ways until either side leaves, the balance ends or the key is withdrawn. Every message is parsed and billed as what its
 * `type` says, and every answer is booked when it ends (decision 0010).
 */
export class RealtimeSession {
  #client: ClientSocket;
  #upstream: OpenUpstream["socket"];
  #route: Route;
  #books: SessionBooks;
  #deliveries: OpenDeliveries;
  /** Messages of the caller that wait for quota of an answer it asked for; undefined while nothing waits. */
  #waiting: Buffer[] | undefined;
  #clientGone = false;
  #over = false;
  #endReason: EndReason = "client_closed";
  #idle: NodeJS.Timeout;
  #watch: NodeJS.Timeout;
  #onOver: () => void;

  constructor(dependencies: RealtimeSessionDependencies) {
    const { client, upstream, route, books, first, tokenCounter, onOver, onInternalError } = dependencies;
    this.#client = client;
    this.#upstream = upstream.socket;
    this.#route = route;
    this.#books = books;
    this.#onOver = onOver;
    this.#deliveries = new OpenDeliveries({
      books,
      first,
      tokenCounter,
      onExhausted: () => this.#onExhausted(),
      onError: (error) => {
        onInternalError(error);
        this.#finish(internalError, "The session cannot be booked.", "refused");
      },
    });
    this.#idle = this.#startIdle();
    this.#watch = setInterval(() => void this.#watchKey(), watchMilliseconds);
    client.on("message", (data, binary) => {
      if (!binary && Buffer.isBuffer(data)) this.#fromClient(data);
    });
    client.on("error", () => this.#onClientGone());
    client.on("close", () => this.#onClientGone());
    upstream.socket.addEventListener("close", () =>
      this.#finish(goingAway, "The upstream closed.", "upstream_cut"),
    );
    upstream.socket.addEventListener("error", () =>
      this.#finish(internalError, "The upstream failed.", "upstream_error"),
    );
    upstream.listen((text) => this.#fromUpstream(text));
    // It may have left before anyone listened.
    if (upstream.socket.readyState !== upstream.socket.OPEN)
      this.#finish(goingAway, "The upstream closed.", "upstream_cut");
  }

  #startIdle(): NodeJS.Timeout {
    return setTimeout(
      () => this.#finish(goingAway, "Nothing was said for too long.", "timeout"),
      this.#route.channel.idleTimeout * 1000,
    );
  }

  #fromClient(raw: Buffer): void {
    if (this.#over || this.#clientGone) return;
    this.#idle.refresh();
    if (this.#waiting) {
      this.#waiting.push(raw);
      return;
    }
    let event: RealtimeEvent;
    try {
      event = parseEvent(raw);
    } catch (error) {
      this.#refuse(error, undefined);
      return;
    }
    try {
      checkCallerEvent(event, {
        upstreamModel: this.#route.upstreamModel,
        whyNotTranscribe: (model) => this.#books.whyNotTranscribe(model),
      });
    } catch (error) {
      this.#refuse(error, event);
      return;
    }
    if (event.type === "response.create") this.#ask(event, raw);
    else this.#pass(event, raw);
  }

  #pass(event: RealtimeEvent, raw: Buffer): void {
    this.#deliveries.heard(event);
    this.#upstream.send(hasOptions(event) ? JSON.stringify(event) : raw.toString("utf8"));
    if (this.#upstream.bufferedAmount > bufferedMost)
      this.#finish(policyViolation, "More was sent than the upstream takes.", "client_closed");
  }

  /** An answer is asked for once quota is reserved for it; what the caller says meanwhile waits, so that the order stays. */
  #ask(event: RealtimeEvent, raw: Buffer): void {
    const goOn = (covered: boolean): void => {
      if (covered) this.#pass(event, raw);
      else this.#sendError(this.#books.shortage, event);
    };
    const covered = this.#deliveries.ask();
    if (typeof covered === "boolean") {
      goOn(covered);
      return;
    }
    this.#waiting = [];
    this.#client.pause();
    void covered.then((held) => {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      this.#client.resume();
      if (!this.#over && !this.#clientGone) goOn(held);
      else if (held) this.#deliveries.unask();
      for (const message of waiting) this.#fromClient(message);
    });
  }

  #refuse(error: unknown, event: RealtimeEvent | undefined): void {
    if (error instanceof ModelChanged)
      this.#sendError(
        {
          type: "invalid_request_error",
          code: "model_not_allowed",
          message: error.message,
          param: error.param,
        },
        event,
      );
    else if (error instanceof RelayError) {
      const { type, code } = relayErrorKinds[error.kind];
      this.#sendError({ type, code, message: error.message, param: error.param }, event);
    } else throw error;
  }

  #fromUpstream(text: string): void {
    if (this.#over) return;
    // After the caller left, an upstream that talks on has no more time than a silent one.
    if (!this.#clientGone) this.#idle.refresh();
    let event: RealtimeEvent;
    try {
      event = parseEvent(Buffer.from(text));
    } catch {
      // What cannot be read cannot be billed.
      this.#sendError(
        {
          type: "server_error",
          code: "upstream_error",
          message: "The upstream sent an event that cannot be read.",
        },
        undefined,
      );
      this.#finish(internalError, "The upstream sent an event that cannot be read.", "upstream_error");
      return;
    }
    const news = this.#route.provider.realtime?.readEvent(event);
    if (news) this.#note(news);
    if (this.#over) return;
    if (this.#clientGone) {
      if (this.#deliveries.idle) this.#finish(goingAway, "", this.#endReason);
      return;
    }
    this.#client.send(text.includes('"error"') ? maskKeys(text, quotableSecrets(this.#route.channel)) : text);
    if (this.#client.bufferedAmount > bufferedMost) this.#client.terminate();
  }

  #note(news: RealtimeNews): void {
    const deliveries = this.#deliveries;
    switch (news.kind) {
      case "session":
        return deliveries.noteSession(news);
      case "answer-begun":
        deliveries.beginAnswer(news.id);
        if (this.#clientGone) this.#cancel(news.id);
        return;
      case "answer-piece":
        return deliveries.addToAnswer(news);
      case "answer-done":
        return deliveries.finishAnswer(news.id, news.usage, news.text);
      case "sound-committed":
        return deliveries.noteSound(news.id);
      case "transcript-delta":
        return deliveries.addToTranscript(news.id, news.text);
      case "transcript-done":
        return deliveries.finishTranscript(news);
      case "transcript-failed":
        return deliveries.failTranscript(news.id);
      case "error":
        return deliveries.unask();
    }
  }

  #onExhausted(): void {
    if (this.#over || this.#clientGone) return;
    const { shortage } = this.#books;
    this.#sendError(shortage, undefined);
    this.#endReason = "refused";
    // A close frame holds 123 bytes.
    this.#letGo(shortage.message.slice(0, 120));
  }

  async #watchKey(): Promise<void> {
    const reason = await this.#books.whyNotGoOn().catch(() => undefined);
    if (reason !== undefined) this.#letGo(reason);
  }

  /** An error event, in the words of OpenAI's Realtime API; `cause`: the caller's event that led to it. */
  #sendError({ type, code, message, param = null }: SessionError, cause: RealtimeEvent | undefined): void {
    const id = cause?.["event_id"];
    const event_id = typeof id === "string" ? id : null;
    this.#client.send(JSON.stringify({ type: "error", error: { type, code, message, param, event_id } }));
  }

  /** Running answers are ended and their usage awaited: what was said until here was delivered. */
  #onClientGone(): void {
    if (this.#clientGone || this.#over) return;
    this.#clientGone = true;
    if (this.#deliveries.idle) {
      this.#finish(goingAway, "", this.#endReason);
      return;
    }
    for (const id of this.#deliveries.answerIds) this.#cancel(id);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#finish(goingAway, "", this.#endReason), lastWordMilliseconds);
  }

  #cancel(id: string): void {
    const which = id === "" ? {} : { response_id: id };
    this.#upstream.send(JSON.stringify({ type: "response.cancel", ...which }));
  }

  /** The key may no longer be used: the caller is told and let go, and what the running answer used is still awaited. */
  abort(): void {
    this.#letGo(keyWithdrawn);
  }

  #letGo(reason: string): void {
    this.#client.close(policyViolation, reason);
    this.#onClientGone();
  }

  /** Ends the session from outside: the server stops. */
  stop(): void {
    this.#finish(goingAway, "The server is stopping.", "client_closed");
  }

  #finish(code: number, reason: string, endReason: EndReason): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#idle);
    clearInterval(this.#watch);
    this.#upstream.close();
    this.#client.close(code, reason);
    void this.#deliveries.end(endReason).finally(this.#onOver);
  }
}
