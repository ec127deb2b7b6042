import type { ConnectGuard } from "../../platform/guarded-fetch/connect-guard.ts";
import type { HttpClient, HttpListener, Transport } from "./http-client.ts";
import type { SocketTarget } from "./open-socket.ts";
import { type SocketKeeper, UpstreamSocket } from "./upstream-socket.ts";
import { writeHead } from "./write-head.ts";

/** Servers that name no keep-alive timeout close an idle connection after a few seconds more than this. */
const idleSeconds = 20;
/** Time for a request to arrive before the server's keep-alive timeout ends. */
const idleMargin = 1;
const sweepMilliseconds = 2000;

/** Our own HTTP/1.1 client: the connections to one origin. Of the idle ones, the last used is used first. */
export interface SocketPool extends HttpClient {
  /** No connection is open, and no timer runs. */
  isUnused(): boolean;
  close(): void;
}

/**
 * `origin`: `http://` or `https://`, host, and port unless it is the scheme's default. With a guard every connection goes to a checked address.
 * @throws TypeError if it is no such origin
 * @throws AddressNotPublic if it is an address that the guard rejects
 */
export function createSocketPool(
  origin: string,
  connectMilliseconds: number,
  guard?: ConnectGuard,
): SocketPool {
  const url = new URL(origin);
  const secure = url.protocol === "https:";
  if (!secure && url.protocol !== "http:")
    throw new TypeError(`upstreams are not called over ${url.protocol}`);
  guard?.checkHost(url.hostname);
  const target: SocketTarget = {
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    connectMilliseconds,
    ...(guard && { lookup: guard.lookup }),
  };
  const idle: UpstreamSocket[] = [];
  const open = new Set<UpstreamSocket>();
  const keeper: SocketKeeper = {
    knownFields: [],
    session: undefined as Buffer | undefined,
    onSession(session) {
      (keeper as { session: Buffer | undefined }).session = session;
    },
    onIdle(socket, forSeconds) {
      const seconds = Math.min(idleSeconds, (forSeconds ?? idleSeconds + idleMargin) - idleMargin);
      if (seconds <= 0) return socket.destroy();
      socket.idleUntil = performance.now() + seconds * 1000;
      idle.push(socket);
    },
    onClose(socket) {
      open.delete(socket);
      const place = idle.indexOf(socket);
      if (place !== -1) idle.splice(place, 1);
    },
  };
  let timer: NodeJS.Timeout | undefined;

  function sweep(): void {
    const now = performance.now();
    for (const socket of idle.filter(({ idleUntil }) => idleUntil < now)) socket.destroy();
    if (open.size === 0) stopSweeping();
  }

  function stopSweeping(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function connect(): UpstreamSocket {
    timer ??= setInterval(sweep, sweepMilliseconds).unref();
    const socket = new UpstreamSocket(target, keeper);
    open.add(socket);
    return socket;
  }

  function acquire(): UpstreamSocket {
    const now = performance.now();
    for (let socket = idle.pop(); socket; socket = idle.pop()) {
      if (socket.idleUntil >= now) return socket;
      socket.destroy();
    }
    return connect();
  }

  return {
    send(request, body, listener) {
      const head = writeHead(url.host, request, body);
      const socket = request.once ? connect() : acquire();
      socket.send({ head, body }, listener);
      return new PooledRequest(socket, listener);
    },
    isUnused: () => open.size === 0 && timer === undefined,
    close() {
      stopSweeping();
      for (const socket of open) socket.abort();
    },
  };
}

class PooledRequest implements Transport {
  readonly gathers = true;
  #socket: UpstreamSocket;
  #listener: HttpListener;

  constructor(socket: UpstreamSocket, listener: HttpListener) {
    this.#socket = socket;
    this.#listener = listener;
  }

  pause(): void {
    if (this.#socket.carries(this.#listener)) this.#socket.pause();
  }

  resume(): void {
    if (this.#socket.carries(this.#listener)) this.#socket.resume();
  }

  abort(): void {
    if (this.#socket.carries(this.#listener)) this.#socket.destroy();
  }
}
