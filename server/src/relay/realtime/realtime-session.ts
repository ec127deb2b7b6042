import type { UsageCounts } from "@tollgate/contract/cost";
import type { EndReason } from "@tollgate/contract/logs";
import type { WebSocket as ClientSocket } from "ws";
import { maskKeys, quotableSecrets } from "../../platform/clean-message.ts";
import { requestCost } from "../canonical/json-cost.ts";
import { CostlyJson, parseBounded } from "../canonical/parse-bounded.ts";
import type { Route } from "../exchange.ts";
import type { RealtimeCapability } from "../providers/provider.ts";
import { type RelayError, relayErrorKinds } from "../relay-error.ts";
import { tooManyValues } from "../request-body.ts";
import type { OpenUpstream } from "./open-upstream.ts";
import { transcriberOf } from "./transcription.ts";

/** What a session asks of its surroundings. */
export interface SessionBooks {
  /** Booked so far. */
  readonly tokens: number;
  /** Books one answer and holds quota for the next; false if the balance does not cover another one. */
  book(usage: UsageCounts): Promise<boolean>;
  /** Books one transcript of the caller's sound at its own model's price, the session's where nobody named one. */
  bookTranscript(model: string | undefined, transcript: Transcript): Promise<boolean>;
  /** Why the caller's sound may not be transcribed by this model; undefined if it may. */
  whyNotTranscribe(model: string): RelayError | undefined;
  /** What the caller is told when its key or the channel may no longer be used; undefined while both may. */
  whyNotGoOn(): Promise<string | undefined>;
  /** Gives back what is held. */
  end(reason: EndReason): void;
}

export type Transcript = NonNullable<ReturnType<RealtimeCapability["readTranscript"]>>;

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
export const keyWithdrawn = "This API key may no longer be used.";

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
  /** What transcribes the caller's sound, as far as anybody said. */
  #transcriber: string | undefined;
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
    this.#noteTranscriber(upstream.first);
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
    if (this.#over || this.#clientGone) return;
    this.#idle.refresh();
    const refusal = this.#refuse(text);
    if (refusal) {
      this.#say("invalid_request_error", refusal.code, refusal.message);
      return;
    }
    this.#upstream.send(text);
    if (this.#upstream.bufferedAmount > bufferedMost)
      this.#finish(policyViolation, "More was sent than the upstream takes.", "client_closed");
  }

  /** The price follows the model that the session was opened with, and a second model needs a price of its own (D20). */
  #refuse(text: string): { code: string; message: string } | undefined {
    // Letters may be written as escapes; of sound none are.
    const plain =
      text.includes("session.update") && (text.includes("model") || text.includes("transcription"));
    if (!plain && !text.includes("\\u")) return undefined;
    let event: { type?: unknown; session?: { model?: unknown } | null };
    try {
      event = parseBounded(text, requestCost) as typeof event;
    } catch (error) {
      // Passed on unread, it could change the model.
      if (!(error instanceof CostlyJson)) return undefined;
      const { code } = relayErrorKinds.request_too_large;
      return { code, message: tooManyValues("The event").message };
    }
    if (event.type !== "session.update" && event.type !== "transcription_session.update") return undefined;
    const model = event.session?.model;
    if (model !== undefined && model !== this.#route.upstreamModel)
      return { code: "model_not_allowed", message: "The model of a session cannot be changed." };
    const transcriber = transcriberOf(event);
    const error = typeof transcriber === "string" ? this.#books.whyNotTranscribe(transcriber) : undefined;
    return error && { code: relayErrorKinds[error.kind].code, message: error.message };
  }

  /** The upstream has the last word on what transcribes. */
  #noteTranscriber(text: string): void {
    if (!text.includes("session.") || !text.includes("transcription")) return;
    const transcriber = transcriberOf(this.#readUpstream(text));
    if (transcriber !== undefined) this.#transcriber = transcriber || undefined;
  }

  #fromUpstream(text: string): void {
    this.#idle.refresh();
    if (text.includes('"response.created"')) this.#answering += 1;
    else if (text.includes('"response.done"')) this.#onAnswer(text);
    else if (text.includes("input_audio_transcription.completed")) this.#onTranscript(text);
    else this.#noteTranscriber(text);
    if (this.#clientGone || this.#over) return;
    this.#client.send(text.includes('"error"') ? maskKeys(text, quotableSecrets(this.#route.channel)) : text);
    if (this.#client.bufferedAmount > bufferedMost) this.#client.terminate();
  }

  /** An event of the upstream; undefined if it is no JSON. One that is too expensive to read may hold usage, so it ends the session. */
  #readUpstream(text: string): unknown {
    try {
      return parseBounded(text);
    } catch (error) {
      if (error instanceof CostlyJson) this.#finish(internalError, "The upstream failed.", "upstream_error");
      return undefined;
    }
  }

  #onAnswer(text: string): void {
    const event = this.#readUpstream(text);
    const usage = this.#route.provider.realtime?.readUsage(event);
    if (!usage) return;
    this.#book(async () => {
      const covered = await this.#books.book(usage);
      this.#answering = Math.max(0, this.#answering - 1);
      return covered;
    });
  }

  #onTranscript(text: string): void {
    const event = this.#readUpstream(text);
    const transcript = this.#route.provider.realtime?.readTranscript(event);
    const transcriber = this.#transcriber;
    if (transcript) this.#book(() => this.#books.bookTranscript(transcriber, transcript));
  }

  /** One after the other; the session ends with the balance. */
  #book(work: () => Promise<boolean>): void {
    this.#booking = this.#booking.then(async () => {
      const covered = await work();
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
    if (reason !== undefined) this.#letGo(reason);
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
    void this.#booking.finally(() => {
      this.#books.end(endReason);
      this.#onOver();
    });
  }
}
