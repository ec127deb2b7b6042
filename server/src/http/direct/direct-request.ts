import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { leastReleased, release } from "../../platform/release-buffer.ts";
import type { DirectHead } from "./read-head.ts";

/** Bytes that may wait for a reader before the socket pauses. */
const waitingMost = 64 * 1024;

/**
 * The part of Node's `IncomingMessage` that the relay uses, read from the socket itself. Emits `data` and `end` once there is a listener
 * for `data`, and `close` if the connection is closed before the end.
 */
export class DirectRequest extends EventEmitter {
  readonly method: DirectHead["method"];
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  /** When its head arrived; milliseconds of `performance.now`. */
  readonly since = performance.now();
  /** The last byte has arrived. */
  complete: boolean;
  destroyed = false;
  /** Bytes that are still to come. */
  #left: number;
  /** What has not been read yet. */
  #waiting: Buffer[];
  #waitingBytes: number;
  #isFlowing = false;
  /** What the head arrived in, until the body is read: it must not be held as long as the response takes. */
  #chunk: Buffer | undefined;

  constructor(head: DirectHead, socket: Socket) {
    super();
    this.method = head.method;
    this.url = head.url;
    this.headers = head.headers;
    this.socket = socket;
    const { first, length } = head;
    this.#left = length - first.length;
    this.complete = this.#left === 0;
    this.#chunk = head.chunk;
    this.#waiting = first.length > 0 ? [first] : [];
    this.#waitingBytes = first.length;
  }

  /**
   * The whole body, if it arrived before anything read it; instead of its events. A large one gets memory of its own, which can be released
   * when the body was sent, and that of its chunk is released now.
   */
  takeWhole(): Buffer | undefined {
    const [body, more] = this.#waiting;
    if (!body || more || !this.complete || this.#isFlowing) return undefined;
    this.#isFlowing = true;
    this.#waiting = [];
    const chunk = this.#chunk;
    this.#chunk = undefined;
    if (body.length < leastReleased || !chunk || body.buffer !== chunk.buffer) return body;
    const own = Buffer.allocUnsafeSlow(body.length);
    body.copy(own);
    release(chunk);
    return own;
  }

  override on(event: string, listener: (...values: never[]) => void): this {
    super.on(event, listener as (...values: unknown[]) => void);
    if (event === "data") this.resume();
    return this;
  }

  resume(): this {
    if (this.#isFlowing) return this;
    this.#isFlowing = true;
    this.#chunk = undefined;
    process.nextTick(() => {
      for (const chunk of this.#waiting) this.emit("data", chunk);
      this.#waiting = [];
      if (this.complete) this.emit("end");
      else this.socket.resume();
    });
    return this;
  }

  /** Takes what arrived of the body; returns what follows it. */
  take(chunk: Buffer): Buffer | undefined {
    const part = chunk.length > this.#left ? chunk.subarray(0, this.#left) : chunk;
    this.#left -= part.length;
    this.complete = this.#left === 0;
    if (!this.#isFlowing || this.#waiting.length > 0) {
      this.#waiting.push(part);
      this.#waitingBytes += part.length;
      if (this.#waitingBytes >= waitingMost) this.socket.pause();
    } else {
      this.emit("data", part);
      if (this.complete) this.emit("end");
    }
    return part === chunk ? undefined : chunk.subarray(part.length);
  }

  /** The connection is closed. */
  disconnected(): void {
    if (this.complete) return;
    this.destroyed = true;
    this.emit("close");
  }
}
