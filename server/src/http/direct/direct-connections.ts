import type { Server } from "node:http";
import type { Socket } from "node:net";
import { DirectResponse } from "./direct-response.ts";
import { readRequest, type WholeRequest } from "./read-request.ts";

/** A request with the socket that it came from. */
export interface DirectRequest extends WholeRequest {
  socket: Socket;
  /** Nothing of it is left to read. */
  complete: true;
}

export interface DirectConnectionOptions {
  /** Milliseconds until a connection without a request is closed: a new one, and one that had a request. */
  headersTimeout: number;
  keepAliveTimeout: number;
  /** True if it serves the request. Otherwise Node reads it again. */
  serve(request: DirectRequest, response: DirectResponse): boolean;
  /** A new connection sent nothing. */
  onSilent(socket: Socket): void;
}

/** How often connections without a request are looked at. */
const sweepMilliseconds = 5000;

/**
 * Serves POSTs that arrive in one piece without `node:http`'s parser and streams, which take half of the time of a short call
 * (decision 0041). A connection that sends anything else is Node's from there on, with all that it has sent.
 */
export function serveDirectly(server: Server, options: DirectConnectionOptions): void {
  const { headersTimeout, keepAliveTimeout, serve, onSilent } = options;
  // The server's own: it attaches Node's parser.
  const attachParser = server.listeners("connection")[0] as (socket: Socket) => void;
  server.off("connection", attachParser);
  const connections = new Set<DirectConnection>();
  let isClosing = false;

  function handOver(connection: DirectConnection, first: Buffer): void {
    const { socket } = connection;
    connections.delete(connection);
    socket.pause();
    socket.unshift(first);
    attachParser.call(server, socket);
    socket.resume();
  }

  server.on("connection", (socket: Socket) => {
    // Rejected by a listener before this one.
    if (socket.writableEnded || socket.destroyed) attachParser.call(server, socket);
    else
      connections.add(
        new DirectConnection(socket, {
          keepAliveSeconds: Math.floor(keepAliveTimeout / 1000),
          serve,
          handOver,
          onClose: (connection) => connections.delete(connection),
          isClosing: () => isClosing,
        }),
      );
  });

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const connection of connections) {
      if (connection.isBusy) continue;
      const waited = now - connection.since;
      if (connection.isNew && waited > headersTimeout) onSilent(connection.socket);
      else if (!connection.isNew && waited > keepAliveTimeout) connection.socket.destroy();
    }
  }, sweepMilliseconds).unref();
  server.on("close", () => clearInterval(sweep));

  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    isClosing = true;
    for (const connection of connections) if (!connection.isBusy) connection.socket.destroy();
    closeIdle();
  };
  const closeAll = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    for (const { socket } of connections) socket.destroy();
    closeAll();
  };
}

interface Owner {
  keepAliveSeconds: number;
  serve(request: DirectRequest, response: DirectResponse): boolean;
  handOver(connection: DirectConnection, first: Buffer): void;
  onClose(connection: DirectConnection): void;
  isClosing(): boolean;
}

/** A connection on which every request so far arrived in one piece. */
class DirectConnection {
  readonly socket: Socket;
  /** When it was opened or its last response ended; milliseconds of `performance.now`. */
  since = performance.now();
  /** It had no request yet. */
  isNew = true;
  #owner: Owner;
  #response: DirectResponse | undefined;
  /** What arrived during a response. */
  #next: Buffer | undefined;

  constructor(socket: Socket, owner: Owner) {
    this.socket = socket;
    this.#owner = owner;
    socket.on("data", this.#receive);
    socket.on("drain", this.#drain);
    socket.on("end", this.#disconnect);
    socket.on("error", this.#disconnect);
    socket.on("close", this.#close);
  }

  get isBusy(): boolean {
    return this.#response !== undefined;
  }

  #receive = (chunk: Buffer): void => {
    if (this.#response) {
      this.#next = this.#next ? Buffer.concat([this.#next, chunk]) : chunk;
      this.socket.pause();
      return;
    }
    const request = readRequest(chunk) as DirectRequest | undefined;
    if (request) {
      request.socket = this.socket;
      request.complete = true;
      this.#response = new DirectResponse(this.socket, {
        keepAliveSeconds: this.#owner.keepAliveSeconds,
        onOver: this.#finish,
      });
      if (this.#owner.serve(request, this.#response)) {
        this.isNew = false;
        return;
      }
      this.#response = undefined;
    }
    this.#leave();
    this.#owner.handOver(this, chunk);
  };

  #finish = (response: DirectResponse): void => {
    this.#response = undefined;
    this.since = performance.now();
    if (this.socket.destroyed) return;
    if (response.closesConnection || this.#owner.isClosing()) {
      this.socket.destroySoon();
      return;
    }
    const next = this.#next;
    if (next === undefined) return;
    this.#next = undefined;
    this.socket.resume();
    this.#receive(next);
  };

  #drain = (): void => {
    this.#response?.emit("drain");
  };

  /** As with Node's server, a peer that ends its side does not wait for the response. */
  #disconnect = (): void => {
    this.socket.destroy();
  };

  #close = (): void => {
    this.#owner.onClose(this);
    this.#response?.over();
  };

  #leave(): void {
    const { socket } = this;
    socket.off("data", this.#receive);
    socket.off("drain", this.#drain);
    socket.off("end", this.#disconnect);
    socket.off("error", this.#disconnect);
    socket.off("close", this.#close);
  }
}
