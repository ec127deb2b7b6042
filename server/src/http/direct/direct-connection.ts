import type { Socket } from "node:net";
import { DirectRequest } from "./direct-request.ts";
import { DirectResponse } from "./direct-response.ts";
import { type HeadMemory, readHead } from "./read-head.ts";
import type { RequestTurns, WaitingConnection } from "./request-turns.ts";

export interface DirectConnectionOptions {
  /** How long the peer may keep the connection open without a request, as announced to it. */
  keepAliveSeconds: number;
  /** True if it serves the request. Otherwise Node reads it again. */
  serve(request: DirectRequest, response: DirectResponse): boolean;
  /** Gives the connection to Node, with the bytes that arrived last. */
  handOver(connection: DirectConnection, first: Buffer): void;
  onClose(connection: DirectConnection): void;
  /** True: it is closed after the current response. */
  isClosing(): boolean;
  /** The last head of all connections: the client of a new one may be the same. */
  lastHead: Pick<HeadMemory, "known">;
  /** When each request of the server begins. */
  turns: RequestTurns;
}

/** Bytes of later requests that may wait before the socket pauses. A paused socket does not notice that its peer left. */
const waitingMost = 64 * 1024;

/** A connection whose requests so far were all read by `readHead`. Handles one request at a time. */
export class DirectConnection implements WaitingConnection {
  readonly socket: Socket;
  /** When it was opened or its last exchange ended; milliseconds of `performance.now`. */
  since = performance.now();
  /** It had no request yet. */
  isNew = true;
  request: DirectRequest | undefined;
  response: DirectResponse | undefined;
  #options: DirectConnectionOptions;
  #heads: HeadMemory;
  /** The request in `#next` begins in a later turn of the event loop. */
  #awaitsTurn = false;
  /** What arrived after the current request, or waits for its turn. */
  #next: Buffer[] = [];
  #nextBytes = 0;

  constructor(socket: Socket, options: DirectConnectionOptions) {
    this.socket = socket;
    this.#options = options;
    const { known } = options.lastHead;
    this.#heads = known ? { known } : {};
    socket.on("data", this.#receive);
    socket.on("drain", this.#drain);
    socket.on("end", this.#end);
    socket.on("error", this.#fail);
    socket.on("close", this.#close);
  }

  /** No request is being received or answered. */
  get isIdle(): boolean {
    return this.response === undefined && this.request === undefined && !this.#awaitsTurn;
  }

  #receive = (chunk: Buffer): void => {
    if (this.request && !this.request.complete) {
      const next = this.request.take(chunk);
      if (next) this.#wait(next);
      if (this.request.complete && !this.response) this.#finish();
    } else if (this.response || this.#awaitsTurn) this.#wait(chunk);
    else if (this.#options.turns.admit(this)) this.#begin(chunk);
    else {
      this.#awaitsTurn = true;
      this.#wait(chunk);
    }
  };

  beginWaiting(): void {
    this.#awaitsTurn = false;
    if (!this.socket.destroyed) this.#beginNext();
  }

  /** One request at a time: later ones wait, and the peer with them. */
  #wait(chunk: Buffer): void {
    this.#next.push(chunk);
    this.#nextBytes += chunk.length;
    if (this.#nextBytes >= waitingMost) this.socket.pause();
  }

  #begin(chunk: Buffer): void {
    // The last response closes the connection.
    if (this.socket.writableEnded) return;
    const head = readHead(chunk, this.#heads);
    if (head) {
      if (this.#heads.known) this.#options.lastHead.known = this.#heads.known;
      this.request = new DirectRequest(head, this.socket);
      this.response = new DirectResponse(this.socket, this.#options.keepAliveSeconds, this.#answered);
      if (this.#options.serve(this.request, this.response)) {
        this.isNew = false;
        return;
      }
      this.request = this.response = undefined;
    }
    this.#leave();
    this.#options.handOver(this, chunk);
  }

  #answered = (response: DirectResponse): void => {
    this.response = undefined;
    if (this.socket.destroyed) return;
    if (response.closesConnection) this.socket.destroySoon();
    else if (this.request?.complete) this.#finish();
    // What is left of the body would be read as the next request.
    else this.request?.removeAllListeners("data").resume();
  };

  #finish(): void {
    this.request = undefined;
    this.since = performance.now();
    if (this.#options.isClosing()) {
      this.socket.destroySoon();
      return;
    }
    // It paused for the body or for what follows.
    if (this.socket.isPaused()) this.socket.resume();
    if (this.#nextBytes === 0) return;
    if (this.#options.turns.admit(this)) this.#beginNext();
    else this.#awaitsTurn = true;
  }

  #beginNext(): void {
    const next = this.#next.length === 1 ? (this.#next[0] as Buffer) : Buffer.concat(this.#next);
    this.#next = [];
    this.#nextBytes = 0;
    this.#begin(next);
  }

  #drain = (): void => {
    this.response?.emit("drain");
  };

  /** As with Node's server, a peer that ends its side gets what is already written, and no longer waits for the rest. */
  #end = (): void => {
    if (this.response?.writableEnded) this.socket.end();
    else this.socket.destroy();
  };

  #fail = (): void => {
    this.socket.destroy();
  };

  #close = (): void => {
    this.#options.onClose(this);
    this.request?.disconnected();
    this.response?.over();
  };

  #leave(): void {
    const { socket } = this;
    socket.off("data", this.#receive);
    socket.off("drain", this.#drain);
    socket.off("end", this.#end);
    socket.off("error", this.#fail);
    socket.off("close", this.#close);
  }
}
