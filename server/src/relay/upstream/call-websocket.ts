import type { Dispatcher, WebSocket } from "undici";
import type { UpstreamCall, UpstreamListener, UpstreamTarget } from "./upstream-call.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { UpstreamRequest } from "../providers/provider.ts";
import { FirstByteWait } from "./first-byte-wait.ts";
import { problemOf } from "./network-problem.ts";
import { openWebsocket } from "./open-websocket.ts";

/** Larger answers than this come from no chat. */
const answerLimit = 64 * 1024 * 1024;

/**
 * An upstream that answers over a websocket: the body is sent as one message, and each message that comes is told as a
 * server-sent event; for a whole answer (`accept` is not an event stream) all of them as `{ "messages": [ … ] }` at the end.
 */
export function callWebsocket(
  request: UpstreamRequest,
  target: UpstreamTarget,
  listener: UpstreamListener,
  dispatcherFor: (origin: string) => Dispatcher,
): UpstreamCall {
  return new SocketCall(request, target, listener, dispatcherFor);
}

class SocketCall implements UpstreamCall {
  #socket: WebSocket | undefined;
  #listener: UpstreamListener;
  #streams: boolean;
  #messages: string[] = [];
  #length = 0;
  #begun = false;
  #over = false;
  #idleSeconds: number;
  #firstByte: FirstByteWait;
  #idle: NodeJS.Timeout;
  #total: NodeJS.Timeout;

  constructor(
    request: UpstreamRequest,
    target: UpstreamTarget,
    listener: UpstreamListener,
    dispatcherFor: (origin: string) => Dispatcher,
  ) {
    this.#listener = listener;
    this.#idleSeconds = target.idleTimeout;
    this.#streams = request.headers["accept"] === "text/event-stream";
    const now = performance.now();
    this.#firstByte = new FirstByteWait(target, listener, now);
    this.#idle = this.#awaitFirst(now);
    this.#total = setTimeout(() => this.#timeOut(), target.totalTimeout * 1000);
    try {
      this.#open(request, dispatcherFor);
    } catch (error) {
      queueMicrotask(() => this.#fail(problemOf(error)));
    }
  }

  #open(request: UpstreamRequest, dispatcherFor: (origin: string) => Dispatcher): void {
    const { origin } = new URL(request.url.replace(/^ws/, "http"));
    const { accept: _, "accept-encoding": __, "content-type": ___, ...headers } = request.headers;
    const { socket, refusal } = openWebsocket(request.url, { headers }, dispatcherFor(origin));
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (!this.#over) socket.send(String(request.body ?? ""));
    });
    socket.addEventListener("message", (event) => this.#take(event.data));
    socket.addEventListener("error", () =>
      this.#fail(
        refusal() ?? {
          kind: "unreachable",
          status: 0,
          message: "the websocket could not be opened or broke off",
        },
      ),
    );
    socket.addEventListener("close", () => this.#end());
  }

  #take(data: unknown): void {
    if (this.#over) return;
    const text = typeof data === "string" ? data : Buffer.from(data as ArrayBuffer).toString("utf8");
    this.#length += text.length;
    if (this.#length > answerLimit) {
      this.#fail({ kind: "bad-answer", status: 200, message: "the answer is larger than 64 MB" });
      return;
    }
    if (this.#streams) {
      this.#begin("text/event-stream");
      this.#listener.onData(Buffer.from(`data: ${text.replaceAll("\n", "\ndata: ")}\n\n`));
    } else this.#messages.push(text);
    // Messages of a whole answer reach the listener at its end only, so each of them counts.
    if (!this.#streams) this.#firstByte.begun = true;
    if (this.#over || !this.#firstByte.hear(performance.now())) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#timeOut(), this.#idleSeconds * 1000);
  }

  #awaitFirst(now: number): NodeJS.Timeout {
    return setTimeout(() => {
      const at = performance.now();
      if (this.#firstByte.extend(at)) this.#idle = this.#awaitFirst(at);
      else this.#fail(this.#firstByte.problem());
    }, this.#firstByte.deadline - now);
  }

  #begin(contentType: string): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#listener.onHead(200, { "content-type": contentType });
  }

  #end(): void {
    if (this.#over) return;
    if (!this.#streams) {
      this.#begin("application/json");
      this.#listener.onData(Buffer.from(`{"messages":[${this.#messages.join(",")}]}`));
    } else if (!this.#begun) {
      this.#fail({ kind: "bad-answer", status: 0, message: "the websocket closed without an answer" });
      return;
    }
    this.#finish();
    this.#listener.onEnd();
  }

  #timeOut(): void {
    this.#fail({ kind: "timeout", status: 0, message: "the upstream took too long" });
  }

  #fail(problem: UpstreamProblem): void {
    if (this.#over) return;
    this.#finish();
    this.#listener.onFail(problem);
  }

  #finish(): void {
    this.#over = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#total);
    this.#socket?.close();
  }

  cancel(): void {
    if (!this.#over) this.#finish();
  }

  /** Messages of these upstreams are small and few; they are not held back. */
  pause(): void {}

  resume(): void {}

  limit(milliseconds: number): void {
    clearTimeout(this.#total);
    this.#total = setTimeout(() => this.#timeOut(), milliseconds);
  }
}
