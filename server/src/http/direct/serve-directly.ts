import type { Server } from "node:http";
import type { Socket } from "node:net";
import { DirectConnection, type DirectConnectionOptions } from "./direct-connection.ts";
import { RequestTurns } from "./request-turns.ts";

export interface DirectServerOptions extends Pick<DirectConnectionOptions, "serve"> {
  /** True for a new connection that is Node's from the start. */
  isNodes(socket: Socket): boolean;
  /** Milliseconds until a new connection is closed that sent nothing. */
  headersTimeout: number;
  /** The same for a body that has not arrived completely. */
  requestTimeout: number;
  /** The same for a connection that waits for its next request. */
  keepAliveTimeout: number;
  /** Rejects a connection that took too long. */
  onTimeout(socket: Socket): void;
}

/** How often connections are checked for these limits. */
const sweepMilliseconds = 5000;

/**
 * Serves what `readHead` reads without `node:http`'s parser and streams, which take half of the CPU time of a server that only answers
 * (decision 0041). A connection that sends anything else is Node's from there on, with all that it has sent.
 */
export function serveDirectly(server: Server, options: DirectServerOptions): void {
  const { keepAliveTimeout, serve } = options;
  // The server's own listener: it attaches Node's parser.
  const attachParser = server.listeners("connection")[0] as (socket: Socket) => void;
  server.off("connection", attachParser);
  const connections = new Set<DirectConnection>();

  function handOver(connection: DirectConnection, first: Buffer): void {
    const { socket } = connection;
    connections.delete(connection);
    socket.pause();
    socket.unshift(first);
    attachParser.call(server, socket);
    socket.resume();
  }

  const each: DirectConnectionOptions = {
    keepAliveSeconds: Math.floor(keepAliveTimeout / 1000),
    serve,
    handOver,
    onClose: (connection) => connections.delete(connection),
    isClosing: () => !server.listening,
    lastHead: {},
    turns: new RequestTurns(),
  };
  server.on("connection", (socket: Socket) => {
    // Ended: a listener before this one rejected it.
    if (socket.writableEnded || socket.destroyed || options.isNodes(socket))
      attachParser.call(server, socket);
    else connections.add(new DirectConnection(socket, each));
  });

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const connection of connections) checkTime(connection, now, options);
  }, sweepMilliseconds).unref();
  server.on("close", () => clearInterval(sweep));

  const closeIdle = server.closeIdleConnections.bind(server);
  const closeAllIdle = (): void => {
    for (const { isIdle, socket } of connections) if (isIdle) socket.destroy();
    closeIdle();
  };
  server.closeIdleConnections = closeAllIdle;
  const closeAll = server.closeAllConnections.bind(server);
  const closeEvery = (): void => {
    for (const { socket } of connections) socket.destroy();
    closeAll();
  };
  server.closeAllConnections = closeEvery;
}

function checkTime(connection: DirectConnection, now: number, options: DirectServerOptions): void {
  const { socket, request, response, since, isIdle } = connection;
  if (request && !request.complete) {
    if (now - request.since <= options.requestTimeout) return;
    if (response && !response.headersSent) options.onTimeout(socket);
    else socket.destroy();
  } else if (isIdle) {
    const { isNew } = connection;
    if (isNew && now - since > options.headersTimeout) options.onTimeout(socket);
    else if (!isNew && now - since > options.keepAliveTimeout) socket.destroy();
  }
}
