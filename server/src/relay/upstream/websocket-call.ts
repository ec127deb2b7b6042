import type { WebSocket } from "undici";
import type { UpstreamRequest } from "../providers/provider.ts";
import type { Transport } from "./http-client.ts";
import type { LimitedCall } from "./limited-call.ts";
import type { OpenedWebsocket, WebsocketOptions } from "./open-websocket.ts";

/** Bytes; no chat answers with more. */
const answerLimit = 64 * 1024 * 1024;

/**
 * A call over a websocket: the body is sent as one message, and each message that arrives becomes a server-sent event. Unless `accept` is an
 * event stream, all of them become `{ "messages": [ … ] }` when the socket closes. It cannot be paused: messages of these upstreams are small and few.
 */
export class WebsocketCall implements Transport {
  readonly gathers = false;
  #call: LimitedCall;
  #socket: WebSocket;
  #streams: boolean;
  #begun = false;
  #messages: string[] = [];
  #length = 0;

  /** @throws SyntaxError, TypeError, AddressNotPublic if the address cannot be connected to */
  constructor(
    call: LimitedCall,
    request: UpstreamRequest,
    open: (url: string, options: WebsocketOptions) => OpenedWebsocket,
  ) {
    this.#call = call;
    this.#streams = request.headers["accept"] === "text/event-stream";
    const { accept: _, "accept-encoding": __, "content-type": ___, ...headers } = request.headers;
    const { socket, rejection } = open(request.url, { headers });
    this.#socket = socket;
    call.transport = this;
    socket.addEventListener("open", () => {
      if (!call.over) socket.send(String(request.body ?? ""));
    });
    socket.addEventListener("message", (event) => this.#onMessage(event.data));
    socket.addEventListener("error", () => call.fail(rejection() ?? brokeOff()));
    socket.addEventListener("close", () => this.#onClose());
  }

  #onMessage(data: unknown): void {
    const text = typeof data === "string" ? data : Buffer.from(data as ArrayBuffer).toString("utf8");
    this.#length += text.length;
    if (this.#length > answerLimit)
      this.#call.fail({ kind: "bad-answer", status: 200, message: "the answer is larger than 64 MB" });
    else if (this.#streams) {
      this.#begin("text/event-stream");
      this.#call.onData(Buffer.from(`data: ${text.replaceAll("\n", "\ndata: ")}\n\n`));
    } else if (!this.#call.over) {
      this.#messages.push(text);
      this.#call.progress();
    }
  }

  #begin(contentType: string): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#call.onHead(200, { "content-type": contentType });
  }

  #onClose(): void {
    if (!this.#streams) {
      this.#begin("application/json");
      this.#call.onData(Buffer.from(`{"messages":[${this.#messages.join(",")}]}`));
    } else if (!this.#begun) {
      const message = "the websocket closed without an answer";
      this.#call.fail({ kind: "bad-answer", status: 0, message });
    }
    this.#call.onEnd();
  }

  pause(): void {}

  resume(): void {}

  abort(): void {
    this.#socket.close();
  }
}

function brokeOff() {
  const message = "the websocket could not be opened or broke off";
  return { kind: "unreachable", status: 0, message } as const;
}
