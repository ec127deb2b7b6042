import { type Dispatcher, WebSocket } from "undici";
import type { UpstreamCall, UpstreamListener, UpstreamTarget } from "./call-upstream.ts";
import type { UpstreamProblem } from "./canonical/problem.ts";
import type { UpstreamRequest } from "./providers/provider.ts";

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
    this.#idle = setTimeout(() => this.#timeOut(), target.firstByteTimeout * 1000);
    this.#total = setTimeout(() => this.#timeOut(), target.totalTimeout * 1000);
    try {
      this.#open(request, dispatcherFor);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      queueMicrotask(() => this.#fail({ kind: "unreachable", status: 0, message }));
    }
  }

  #open(request: UpstreamRequest, dispatcherFor: (origin: string) => Dispatcher): void {
    const { origin } = new URL(request.url.replace(/^ws/, "http"));
    const { accept: _, "accept-encoding": __, "content-type": ___, ...headers } = request.headers;
    const socket = new WebSocket(request.url, { dispatcher: dispatcherFor(origin), headers });
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (!this.#over) socket.send(String(request.body ?? ""));
    });
    socket.addEventListener("message", (event) => this.#take(event.data));
    socket.addEventListener("error", () =>
      this.#fail({
        kind: "unreachable",
        status: 0,
        message: "the websocket could not be opened or broke off",
      }),
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
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#timeOut(), this.#idleSeconds * 1000);
    if (!this.#streams) {
      this.#messages.push(text);
      return;
    }
    this.#begin("text/event-stream");
    this.#listener.onData(Buffer.from(`data: ${text.replaceAll("\n", "\ndata: ")}\n\n`));
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
