import type { UsageCounts } from "@tollgate/contract/cost";
import type { EndReason } from "@tollgate/contract/logs";
import type { WebSocket as ClientSocket } from "ws";
import { maskKeys } from "../../platform/clean-message.ts";
import type { Route } from "../exchange.ts";
import type { OpenUpstream } from "./open-upstream.ts";

/** What a session asks of its surroundings. */
export interface SessionBooks {
  /** Booked so far. */
  readonly tokens: number;
  /** Books one answer and holds quota for the next; false if the balance does not cover another one. */
  book(usage: UsageCounts): Promise<boolean>;
  /** What the caller is told when its key or the channel may no longer be used; undefined while both may. */
  whyNotGoOn(): Promise<string | undefined>;
  /** Gives back what is held. */
  end(reason: EndReason): void;
}

/** Close codes of RFC 6455. */
const policyViolation = 1008;
const goingAway = 1001;
const internalError = 1011;
/** A side that does not read would let the other's sound pile up here. */
const bufferedMost = 16 * 1024 * 1024;
/** After the caller left, the upstream has this long to say what the running answer used. */
const lastWordMilliseconds = 10_000;
const watchMilliseconds = 1000;

/**
 * Passes messages both ways until either side leaves, the balance ends or the key is withdrawn. Every finished answer is booked as it
 * comes, so that a long conversation cannot run ahead of the balance by more than one answer (relay contract A9).
 */
export class RealtimeSession {
  #client: ClientSocket;
  #upstream: OpenUpstream["socket"];
  #route: Route;
  #books: SessionBooks;
  #booking: Promise<void> = Promise.resolve();
  /** Answers that have begun and are not booked; an upstream may give several at once. */
  #answering = 0;
  #clientGone = false;
  #over = false;
  #idle: NodeJS.Timeout;
  #watch: NodeJS.Timeout;
  #onOver: () => void;

  constructor(
    client: ClientSocket,
    upstream: OpenUpstream,
    route: Route,
    books: SessionBooks,
    onOver: () => void,
  ) {
    this.#client = client;
    this.#upstream = upstream.socket;
    this.#route = route;
    this.#books = books;
    this.#onOver = onOver;
    this.#idle = this.#startIdle();
    this.#watch = setInterval(() => void this.#watchKey(), watchMilliseconds);
    client.on("message", (data, binary) => {
      if (!binary && Buffer.isBuffer(data)) this.#fromClient(data.toString("utf8"));
    });
    client.on("error", () => this.#onClientGone());
    client.on("close", () => this.#onClientGone());
    upstream.socket.addEventListener("message", (event) => {
      if (typeof event.data === "string") this.#fromUpstream(event.data);
    });
    upstream.socket.addEventListener("close", () =>
      this.#finish(goingAway, "The upstream closed.", "upstream_cut"),
    );
    upstream.socket.addEventListener("error", () =>
      this.#finish(internalError, "The upstream failed.", "upstream_error"),
    );
    client.send(upstream.first);
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

  #fromClient(text: string): void {
    this.#idle.refresh();
    if (this.#over) return;
    if (this.#namesOtherModel(text)) {
      this.#say("invalid_request_error", "model_not_allowed", "The model of a session cannot be changed.");
      return;
    }
    this.#upstream.send(text);
    if (this.#upstream.bufferedAmount > bufferedMost)
      this.#finish(policyViolation, "More was sent than the upstream takes.", "client_closed");
  }

  /** The price follows the model that the session was opened with. */
  #namesOtherModel(text: string): boolean {
    // Letters may be written as escapes; of sound none are.
    const plain = text.includes("session.update") && text.includes("model");
    if (!plain && !text.includes("\\u")) return false;
    try {
      const event = JSON.parse(text) as { type?: unknown; session?: { model?: unknown } | null };
      const model = event.session?.model;
      return event.type === "session.update" && model !== undefined && model !== this.#route.upstreamModel;
    } catch {
      return false;
    }
  }

  #fromUpstream(text: string): void {
    this.#idle.refresh();
    if (text.includes('"response.created"')) this.#answering += 1;
    else if (text.includes('"response.done"')) this.#onAnswer(text);
    if (this.#clientGone || this.#over) return;
    this.#client.send(text.includes('"error"') ? maskKeys(text, this.#route.channel.keys) : text);
    if (this.#client.bufferedAmount > bufferedMost) this.#client.terminate();
  }

  #onAnswer(text: string): void {
    let event: unknown;
    try {
      event = JSON.parse(text);
    } catch {
      return;
    }
    const usage = this.#route.provider.realtime?.readUsage(event);
    if (!usage) return;
    this.#booking = this.#booking.then(async () => {
      const covered = await this.#books.book(usage);
      this.#answering = Math.max(0, this.#answering - 1);
      if (this.#clientGone) {
        if (this.#answering === 0 || !covered) this.#finish(goingAway, "", "client_closed");
      } else if (!covered) {
        this.#say(
          "insufficient_quota",
          "insufficient_user_quota",
          "The balance does not cover another answer.",
        );
        this.#finish(policyViolation, "The balance does not cover another answer.", "refused");
      }
    });
  }

  async #watchKey(): Promise<void> {
    const reason = await this.#books.whyNotGoOn().catch(() => undefined);
    if (reason !== undefined) this.#finish(policyViolation, reason, "refused");
  }

  #say(type: string, code: string, message: string): void {
    this.#client.send(JSON.stringify({ type: "error", error: { type, code, message, event_id: null } }));
  }

  /** Running answers are ended and their usage awaited: what was said until here was delivered (D19). */
  #onClientGone(): void {
    if (this.#clientGone || this.#over) return;
    this.#clientGone = true;
    if (this.#answering === 0) {
      this.#finish(goingAway, "", "client_closed");
      return;
    }
    this.#upstream.send('{"type":"response.cancel"}');
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#finish(goingAway, "", "client_closed"), lastWordMilliseconds);
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
    void this.#booking.finally(() => {
      this.#books.end(endReason);
      this.#onOver();
    });
  }
}
