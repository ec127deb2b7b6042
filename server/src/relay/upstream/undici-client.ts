import type { Dispatcher } from "undici";
import {
  ConnectionError,
  type HttpClient,
  type HttpListener,
  type OutgoingBody,
  type RequestHead,
  type Transport,
} from "./http-client.ts";
import { errorCode, errorMessage } from "./network-problem.ts";

/** Sends requests to one origin with undici: through a proxy, or everywhere with `UPSTREAM_CLIENT=undici`. */
export class UndiciClient implements HttpClient {
  readonly #dispatcher: Dispatcher;
  #origin: string;
  #running = 0;
  #opensWebsockets = false;

  constructor(origin: string, dispatcher: Dispatcher) {
    this.#origin = origin;
    this.#dispatcher = dispatcher;
  }

  /** For websockets, whose ends are not counted: the client stays in use. */
  forWebsockets(): Dispatcher {
    this.#opensWebsockets = true;
    return this.#dispatcher;
  }

  isUnused(): boolean {
    return this.#running === 0 && !this.#opensWebsockets;
  }

  send(head: RequestHead, body: OutgoingBody | undefined, listener: HttpListener): Transport {
    this.#running++;
    const exchange = new UndiciExchange(listener, () => this.#running--);
    this.#dispatcher.dispatch(
      {
        origin: this.#origin,
        path: head.path,
        method: head.method,
        headers: head.headers,
        body: body === undefined ? null : joined(body),
        // A SOCKS proxy ignores these settings of its dispatcher.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      exchange,
    );
    exchange.sent();
    return exchange;
  }

  close(): Promise<void> {
    return this.#dispatcher.destroy();
  }
}

function joined(body: OutgoingBody): string | Buffer {
  return typeof body === "string" || Buffer.isBuffer(body) ? body : Buffer.concat(body);
}

/** One exchange, in undici's terms and in ours. */
class UndiciExchange implements Transport, Dispatcher.DispatchHandler {
  readonly gathers = false;
  #listener: HttpListener;
  #onEnded: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #aborted = false;
  #begun = false;
  #sending = true;
  #rejection: Error | undefined;

  constructor(listener: HttpListener, onEnded: () => void) {
    this.#listener = listener;
    this.#onEnded = onEnded;
  }

  /** undici reports a request that cannot be sent while it is dispatched. @throws Error then */
  sent(): void {
    this.#sending = false;
    if (this.#rejection) throw this.#rejection;
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  abort(): void {
    this.#aborted = true;
    if (this.#controller && !this.#controller.aborted) this.#controller.abort(new Error("cancelled"));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted) controller.abort(new Error("cancelled"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#begun = true;
    if (status < 200 || this.#aborted) return;
    const flat: Record<string, string> = {};
    for (const name in headers) {
      const value = headers[name];
      if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
    }
    this.#listener.onHead(status, flat);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#aborted) this.#listener.onData(chunk);
  }

  onResponseEnd(): void {
    this.#onEnded();
    if (!this.#aborted) this.#listener.onEnd();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#onEnded();
    if (this.#sending) this.#rejection = error;
    else if (!this.#aborted) this.#listener.onFail(this.#read(error));
  }

  #read(error: Error): ConnectionError {
    // undici counts the bytes of a connection. If no answer has begun, an earlier one had them.
    const reused = !this.#begun && closings.has(error.message) && bytesRead(error) > 0;
    return new ConnectionError(errorCode(error), errorMessage(error), reused, { cause: error });
  }
}

/** undici's messages for a connection that the other side closed. */
const closings: ReadonlySet<string> = new Set(["closed", "other side closed"]);

/** Bytes that the connection has carried; 0 unless undici reports its socket. */
function bytesRead(error: Error): number {
  const socket = "socket" in error ? (error.socket as { bytesRead?: number } | null) : undefined;
  return socket?.bytesRead ?? 0;
}
