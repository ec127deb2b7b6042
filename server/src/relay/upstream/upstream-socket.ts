import { connect as connectPlain, type LookupFunction, type OnReadOpts, type Socket } from "node:net";
import { connect as connectSecure, type ConnectionOptions } from "node:tls";
import { BadResponse, type ResponseListener, ResponseReader } from "./response-reader.ts";
import type { OutgoingBody } from "./write-head.ts";

/** A request as it goes out: the head as text without the empty line's end, the body as it is. */
export interface OutgoingRequest {
  head: string;
  body: OutgoingBody | undefined;
}

/** Hears one exchange on a socket: the answer, then `onEnd` or `onFail` exactly once. */
export interface ExchangeListener extends ResponseListener {
  onEnd(): void;
  onFail(error: Error): void;
}

/** The connection ended or broke; `reused`: it had carried an answer before and gave no byte of this one, so it may just have been too old. */
export class SocketClosed extends Error {
  override name = "SocketClosed";
  readonly code: string;
  readonly reused: boolean;

  constructor(code: string, message: string, reused: boolean) {
    super(message);
    this.code = code;
    this.reused = reused;
  }
}

/** Where a socket leads. */
export interface SocketTarget {
  secure: boolean;
  host: string;
  port: number;
  connectMilliseconds: number;
  /** Instead of the system's own. */
  lookup?: LookupFunction;
}

/** What becomes of a socket when its exchange is over, and what it learned. */
export interface SocketKeeper {
  /** The socket carried its answer to the end and may carry another. `forSeconds`: what the peer said it would wait; undefined if nothing. */
  onIdle(socket: UpstreamSocket, forSeconds: number | undefined): void;
  onClose(socket: UpstreamSocket): void;
  /** For the next handshake with the same peer. */
  onSession(session: Buffer): void;
  readonly session: Buffer | undefined;
}

/**
 * Every socket reads into this one piece of memory: bytes are handed on or copied before the next read of any socket. The
 * streams of `node:net` would allocate and queue a buffer for every read.
 */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);
/** Requests up to here leave in one piece with their head. */
const onePieceBytes = 16 * 1024;

/** One connection to an upstream, carrying one exchange at a time. */
export class UpstreamSocket implements ResponseListener {
  /** When it became idle, milliseconds of `performance.now()`; its pool's business. */
  idleUntil = 0;
  #socket: Socket;
  #keeper: SocketKeeper;
  #listener: ExchangeListener | undefined;
  #reader: ResponseReader | undefined;
  #answers = 0;
  #connectTimer: NodeJS.Timeout | undefined;
  #keepSeconds: number | undefined;
  #closed = false;

  constructor(target: SocketTarget, keeper: SocketKeeper) {
    this.#keeper = keeper;
    this.#socket = open(target, keeper, (length) => this.#onBytes(length));
    const socket = this.#socket;
    this.#connectTimer = setTimeout(() => {
      this.#fail(new SocketClosed("CONNECT_TIMEOUT", "no connection in time", false));
    }, target.connectMilliseconds);
    socket.once(target.secure ? "secureConnect" : "connect", () => clearTimeout(this.#connectTimer));
    socket.on("error", (error: Error & { code?: string }) => {
      this.#fail(new SocketClosed(error.code ?? "SOCKET", sentenceOf(error), this.#isWorn()));
    });
    socket.on("end", () => this.#onPeerEnd());
    socket.on("close", () => {
      this.#fail(new SocketClosed("CLOSED", "the connection was closed", this.#isWorn()));
    });
  }

  /** Sends a request; the socket must be idle. */
  send(request: OutgoingRequest, listener: ExchangeListener): void {
    this.#listener = listener;
    this.#reader = new ResponseReader(this);
    const { head, body } = request;
    const socket = this.#socket;
    if (body === undefined || body.length === 0) socket.write(head, "latin1");
    else if (Buffer.isBuffer(body) && body.length <= onePieceBytes) {
      // Latin-1 carries every byte as it is, and one text is one write.
      socket.write(head + body.toString("latin1", 0, body.length), "latin1");
    } else {
      socket.cork();
      socket.write(head, "latin1");
      if (typeof body === "string" || Buffer.isBuffer(body)) socket.write(body);
      else for (const piece of body) socket.write(piece);
      socket.uncork();
    }
  }

  /** The reader's words, for whoever asked and has not left. */
  onHead(status: number, headers: Record<string, string>): void {
    this.#keepSeconds = keepAliveSeconds(headers["keep-alive"]);
    this.#listener?.onHead(status, headers);
  }

  onData(chunk: Buffer): void {
    this.#listener?.onData(chunk);
  }

  /** It is this listener's exchange that is under way: an old one must not touch its follower's. */
  carries(listener: ExchangeListener): boolean {
    return this.#listener === listener;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Closes the connection; the listener hears nothing more. */
  destroy(): void {
    this.#listener = undefined;
    this.#close();
  }

  /** Closes the connection; its exchange fails. */
  hangUp(): void {
    this.#fail(new SocketClosed("CLOSED", "the gateway closed the connection", false));
  }

  #onBytes(length: number): void {
    const reader = this.#reader;
    // A peer that speaks unasked cannot be trusted with the next request.
    if (!reader) return this.#close();
    try {
      const read = reader.push(readBuffer, length);
      // Bytes behind the answer are nobody's, and must not be there when the next request goes out.
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
      this.#keeper.onIdle(this, this.#keepSeconds);
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
          ? new SocketClosed("CLOSED", error.message, false)
          : new SocketClosed("CLOSED", "the other side closed the connection", this.#isWorn()),
      );
    }
    this.#close();
  }

  #isWorn(): boolean {
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

function open(target: SocketTarget, keeper: SocketKeeper, onBytes: (length: number) => void): Socket {
  const onread: OnReadOpts = {
    buffer: readBuffer,
    callback: (length) => {
      onBytes(length);
      return true;
    },
  };
  const common = {
    host: target.host,
    port: target.port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    onread,
    ...(target.lookup && { lookup: target.lookup }),
  };
  if (!target.secure) return connectPlain(common);
  const secure: ConnectionOptions = {
    ...common,
    ALPNProtocols: ["http/1.1"],
    ...(isName(target.host) && { servername: target.host }),
    ...(keeper.session && { session: keeper.session }),
  };
  const socket = connectSecure(secure);
  socket.on("session", (session) => keeper.onSession(session));
  return socket;
}

/** Of a name with several addresses each refusal is told; the error itself says nothing then. */
function sentenceOf(error: Error): string {
  if (!(error instanceof AggregateError)) return error.message;
  return error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join("; ");
}

function isName(host: string): boolean {
  return !/^[0-9.]+$|:/.test(host);
}

/** `timeout=5` of a Keep-Alive header. */
function keepAliveSeconds(header: string | undefined): number | undefined {
  const found = header === undefined ? undefined : /\btimeout=([0-9]{1,6})\b/.exec(header)?.[1];
  return found === undefined ? undefined : Number(found);
}
