import type { MemoryAccount } from "../../platform/memory-budget.ts";
import { onePiece } from "../../platform/one-piece.ts";
import type { ClientReply } from "../exchange.ts";
import type { CallerResponse } from "./received.ts";

/** Handles `error`, which would otherwise be uncaught; `close` reports the broken connection. */
const ignore = (): void => {};

/** Pending bytes below this are not counted: every connection may have them, and connections are limited. */
const uncountedBytes = 128 * 1024;
/** Milliseconds until a caller that reads nothing of a finished response is disconnected. */
const unreadMilliseconds = 120_000;

/** The caller's side of an exchange over its response. Writes after a disconnect are dropped. */
export class HttpReply implements ClientReply {
  #response: CallerResponse;
  #status = 200;
  #headers: Record<string, string> = {};
  /** Only keep-alives were written. */
  #onlyKept = false;
  /** Counts bytes that the caller has not read yet; set once the caller is known. */
  memory: MemoryAccount | undefined;
  /** Pending bytes that are counted. */
  #pending = 0;
  /** What the end waits for after everything is written. */
  #until: Promise<void> | undefined;

  /** Called if the caller disconnects before the response is sent. */
  #onClose: (() => void) | undefined;

  /** @param onOver called once the last byte is sent or the caller disconnected */
  constructor(response: CallerResponse, onOver: () => void) {
    this.#response = response;
    response.on("error", ignore);
    // One listener for both: each call has them.
    response.on("close", () => {
      try {
        if (!response.writableFinished) this.#onClose?.();
      } finally {
        onOver();
      }
    });
  }

  get started(): boolean {
    return this.#response.headersSent && !this.#onlyKept;
  }

  get headSent(): boolean {
    return this.#response.headersSent;
  }

  sentType = "";

  keepAlive(contentType: string, bytes: string): void {
    if (this.#response.destroyed || this.started) return;
    if (!this.#response.headersSent) {
      this.#onlyKept = true;
      this.sentType = contentType;
      this.#response.writeHead(200, {
        ...this.#headers,
        "content-type": contentType,
        "cache-control": "no-cache",
      });
    }
    this.#response.write(bytes);
  }

  get closed(): boolean {
    return this.#response.destroyed && !this.#response.writableFinished;
  }

  head(status: number, headers: Record<string, string>): void {
    this.#status = status;
    this.#headers = headers;
  }

  #sendHead(): void {
    this.#onlyKept = false;
    if (this.#response.headersSent) return;
    this.sentType = this.#headers["content-type"] ?? "";
    this.#response.writeHead(this.#status, this.#headers);
  }

  write(chunk: Buffer | string): boolean {
    if (this.#response.destroyed) return true;
    this.#sendHead();
    if (this.#response.write(chunk)) return true;
    this.#countPending();
    return false;
  }

  end(chunk?: Buffer | string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (this.#until) {
      this.#headers["content-length"] = String(chunk === undefined ? 0 : Buffer.byteLength(chunk));
      this.write(chunk ?? "");
      void this.#until.then(() => this.#response.end());
      return;
    }
    this.#sendHead();
    const piece = chunk === undefined ? undefined : onePiece(chunk);
    if (piece === undefined) this.#response.end(chunk);
    else this.#response.end(piece, "latin1");
    if (this.#response.writableLength > uncountedBytes)
      this.#response.setTimeout(unreadMilliseconds, () => this.abort());
  }

  /** Disconnects a caller that reads too slowly for the memory that is left. */
  #countPending(): void {
    const waiting = this.#response.writableLength;
    const counted = waiting > uncountedBytes ? waiting : 0;
    if (counted === this.#pending || !this.memory) return;
    if (this.#pending === 0) this.#response.once("drain", () => this.#countPending());
    if (counted < this.#pending) this.memory.release(this.#pending - counted);
    else if (this.memory.acquire(counted - this.#pending)) {
      this.abort();
      return;
    }
    this.#pending = counted;
  }

  /** Writes the whole response immediately, and closes the connection when `until` resolves. */
  endAfter(until: Promise<void>): void {
    this.#until = until;
  }

  abort(): void {
    this.#response.destroy();
  }

  onDrain(listener: () => void): void {
    this.#response.on("drain", listener);
  }

  onClose(listener: () => void): void {
    const before = this.#onClose;
    this.#onClose = before
      ? () => {
          before();
          listener();
        }
      : listener;
  }
}
