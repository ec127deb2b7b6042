import type { Socket } from "node:net";
import { onePiece } from "../../platform/one-piece.ts";
import {
  ConnectionError,
  type HttpListener,
  type OutgoingBody,
  type ResponseListener,
} from "./http-client.ts";
import { errorMessage } from "./network-problem.ts";
import { openSocket, readBuffer, type SocketTarget, type TlsSessions } from "./open-socket.ts";
import { BadResponse, type KnownFields } from "./read-fields.ts";
import { ResponseReader } from "./response-reader.ts";

/** A request as it is sent: the head is text and ends with its empty line. */
export interface OutgoingRequest {
  head: string;
  body: OutgoingBody | undefined;
}

/** The pool of a socket. */
export interface SocketKeeper extends TlsSessions {
  /** Of the responses of all its sockets. */
  readonly knownFields: KnownFields;
  /** The response was received in full and the connection may carry another. `forSeconds`: the server's keep-alive timeout; undefined: not sent. */
  onIdle(socket: UpstreamSocket, forSeconds: number | undefined): void;
  onClose(socket: UpstreamSocket): void;
}

/** One connection to an upstream. It carries one request at a time. */
export class UpstreamSocket implements ResponseListener {
  /** Milliseconds of `performance.now()`. The pool sets it when the socket becomes idle. */
  idleUntil = 0;
  #socket: Socket;
  #keeper: SocketKeeper;
  #listener: HttpListener | undefined;
  #reader: ResponseReader | undefined;
  #answers = 0;
  #connectTimer: NodeJS.Timeout | undefined;
  #keepAliveSeconds: number | undefined;
  #closed = false;

  constructor(target: SocketTarget, keeper: SocketKeeper) {
    this.#keeper = keeper;
    this.#socket = openSocket(target, keeper, (length) => this.#onBytes(length));
    const socket = this.#socket;
    this.#connectTimer = setTimeout(() => {
      this.#fail(new ConnectionError("CONNECT_TIMEOUT", "no connection in time", false));
    }, target.connectMilliseconds);
    socket.once(target.secure ? "secureConnect" : "connect", () => clearTimeout(this.#connectTimer));
    socket.on("error", (error: Error & { code?: string }) => {
      this.#fail(new ConnectionError(error.code ?? "SOCKET", errorMessage(error), this.#isStale()));
    });
    socket.on("end", () => this.#onPeerEnd());
    socket.on("close", () => {
      this.#fail(new ConnectionError("CLOSED", "the connection was closed", this.#isStale()));
    });
  }

  /** Sends a request; the socket must be idle. */
  send(request: OutgoingRequest, listener: HttpListener): void {
    this.#listener = listener;
    this.#reader = new ResponseReader(this, this.#keeper.knownFields);
    const { head, body } = request;
    const socket = this.#socket;
    const text = textOf(body);
    if (text !== undefined) socket.write(head + text, "latin1");
    else if (body !== undefined) {
      socket.cork();
      socket.write(head, "latin1");
      if (typeof body === "string" || Buffer.isBuffer(body)) socket.write(body);
      else for (const piece of body) socket.write(piece);
      socket.uncork();
    }
  }

  /** The reader calls this and `onData`; an aborted request has no listener any more. */
  onHead(status: number, headers: Record<string, string>): void {
    this.#keepAliveSeconds = keepAliveSeconds(headers["keep-alive"]);
    this.#listener?.onHead(status, headers);
  }

  onData(chunk: Buffer): void {
    this.#listener?.onData(chunk);
  }

  /** True while the request of this listener is under way: an earlier one must not touch the next. */
  carries(listener: HttpListener): boolean {
    return this.#listener === listener;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Closes the connection; the listener receives nothing more. */
  destroy(): void {
    this.#listener = undefined;
    this.#close();
  }

  /** Closes the connection; its request fails. */
  abort(): void {
    this.#fail(new ConnectionError("CLOSED", "the gateway closed the connection", false));
  }

  #onBytes(length: number): void {
    const reader = this.#reader;
    // Data without a pending request: close the connection.
    if (!reader) return this.#close();
    try {
      const read = reader.push(readBuffer, length);
      // Bytes behind the response would be read as the next one.
      if (reader.done) this.#onAnswered(reader.keepAlive && read === length);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #onAnswered(keep: boolean): void {
    if (this.#closed) return;
    const listener = this.#listener;
    this.#listener = undefined;
    this.#reader = undefined;
    this.#answers += 1;
    if (!keep || this.#socket.writableLength > 0) this.#close();
    else {
      if (this.#socket.isPaused()) this.#socket.resume();
      this.#keeper.onIdle(this, this.#keepAliveSeconds);
    }
    listener?.onEnd();
  }

  #onPeerEnd(): void {
    const reader = this.#reader;
    try {
      reader?.close();
      if (reader) this.#onAnswered(false);
    } catch (error) {
      this.#fail(
        reader?.begun === true && error instanceof BadResponse
          ? new ConnectionError("CLOSED", error.message, false)
          : new ConnectionError("CLOSED", "the other side closed the connection", this.#isStale()),
      );
    }
    this.#close();
  }

  #isStale(): boolean {
    return this.#answers > 0 && this.#reader?.begun !== true;
  }

  #fail(error: Error): void {
    const listener = this.#listener;
    this.#listener = undefined;
    this.#close();
    listener?.onFail(error);
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#connectTimer);
    this.#reader = undefined;
    this.#socket.destroy();
    this.#keeper.onClose(this);
  }
}

/** The body as Latin-1 text; undefined: too much for one write, or in pieces. */
function textOf(body: OutgoingBody | undefined): string | undefined {
  if (body === undefined) return "";
  return typeof body === "string" || Buffer.isBuffer(body) ? onePiece(body) : undefined;
}

/** `timeout=5` of a Keep-Alive header. */
function keepAliveSeconds(header: string | undefined): number | undefined {
  const found = header === undefined ? undefined : /\btimeout=([0-9]{1,6})\b/.exec(header)?.[1];
  return found === undefined ? undefined : Number(found);
}
