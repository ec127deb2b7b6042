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
import { keyWithdrawn, type SessionBilling } from "./session-billing.ts";

export interface RealtimeSessionDependencies {
  client: ClientSocket;
  upstream: OpenUpstream;
  route: Route;
  billing: SessionBilling;
  /** Quota for the first response. */
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
/** Bytes buffered for a side that does not read, while the other side sends. */
const bufferedMost = 16 * 1024 * 1024;
/** After a disconnect the upstream has this long to report the usage of the running response. */
const lastWordMilliseconds = 10_000;
/** Together with the half second until another process is notified, this stays within the guaranteed second. */
const watchMilliseconds = 250;
interface SessionError {
  type: string;
  code: string;
  message: string;
  param?: string | null | undefined;
}

/**
 * Passes messages in both directions until either side leaves, the balance ends or the key is revoked. Every message is
 * parsed and billed by its `type`, and every response is booked when it ends (decision 0010).
 */
export class RealtimeSession {
  #client: ClientSocket;
  #upstream: OpenUpstream["socket"];
  #route: Route;
  #billing: SessionBilling;
  #deliveries: OpenDeliveries;
  /** Caller messages that wait for the quota of a requested response; undefined while nothing waits. */
  #waiting: Buffer[] | undefined;
  #clientGone = false;
  #over = false;
  #endReason: EndReason = "client_closed";
  #idle: NodeJS.Timeout;
  #watch: NodeJS.Timeout;
  #onOver: () => void;

  constructor(dependencies: RealtimeSessionDependencies) {
    const { client, upstream, route, billing, first, tokenCounter, onOver, onInternalError } = dependencies;
    this.#client = client;
    this.#upstream = upstream.socket;
    this.#route = route;
    this.#billing = billing;
    this.#onOver = onOver;
    this.#deliveries = new OpenDeliveries({
      billing,
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
    // It may have closed before the listener was added.
    if (upstream.socket.readyState !== upstream.socket.OPEN)
      this.#finish(goingAway, "The upstream closed.", "upstream_cut");
  }

  #startIdle(): NodeJS.Timeout {
    return setTimeout(
      () => this.#finish(goingAway, "The session was idle for too long.", "timeout"),
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
      this.#reject(error, undefined);
      return;
    }
    try {
      checkCallerEvent(event, {
        upstreamModel: this.#route.upstreamModel,
        whyNotTranscribe: (model) => this.#billing.whyNotTranscribe(model),
      });
    } catch (error) {
      this.#reject(error, event);
      return;
    }
    if (event.type === "response.create") this.#send(event, raw);
    else this.#pass(event, raw);
  }

  #pass(event: RealtimeEvent, raw: Buffer): void {
    this.#deliveries.heard(event);
    this.#upstream.send(hasOptions(event) ? JSON.stringify(event) : raw.toString("utf8"));
    if (this.#upstream.bufferedAmount > bufferedMost)
      this.#finish(policyViolation, "The client sent more data than the upstream reads.", "client_closed");
  }

  /** A response is requested once its quota is reserved; later caller messages wait, to keep their order. */
  #send(event: RealtimeEvent, raw: Buffer): void {
    const goOn = (covered: boolean): void => {
      if (covered) this.#pass(event, raw);
      else this.#sendError(this.#billing.shortage, event);
    };
    const covered = this.#deliveries.send();
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

  #reject(error: unknown, event: RealtimeEvent | undefined): void {
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
    // After a disconnect, an upstream that keeps sending has no more time than an idle one.
    if (!this.#clientGone) this.#idle.refresh();
    let event: RealtimeEvent;
    try {
      event = parseEvent(Buffer.from(text));
    } catch {
      // An unreadable event cannot be billed.
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
    const { shortage } = this.#billing;
    this.#sendError(shortage, undefined);
    this.#endReason = "refused";
    // A close frame has 123 bytes.
    this.#letGo(shortage.message.slice(0, 120));
  }

  async #watchKey(): Promise<void> {
    const reason = await this.#billing.whyNotGoOn().catch(() => undefined);
    if (reason !== undefined) this.#letGo(reason);
  }

  /** An error event of OpenAI's Realtime API; `cause`: the caller's event that led to it. */
  #sendError({ type, code, message, param = null }: SessionError, cause: RealtimeEvent | undefined): void {
    const id = cause?.["event_id"];
    const event_id = typeof id === "string" ? id : null;
    this.#client.send(JSON.stringify({ type: "error", error: { type, code, message, param, event_id } }));
  }

  /** Ends running responses and waits for their usage: what was delivered is charged. */
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

  /** The key is revoked: sends the caller an error and closes; the usage of the running response is still awaited. */
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
