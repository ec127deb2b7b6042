import type { ConnectGuard } from "../../platform/guarded-fetch/connect-guard.ts";
import {
  type ExchangeListener,
  type SocketKeeper,
  type SocketTarget,
  UpstreamSocket,
} from "./upstream-socket.ts";
import { type OutgoingBody, writeHead, type RequestHead } from "./write-head.ts";

/** A peer that says nothing else closes an idle connection after a few seconds more than this. */
const idleSeconds = 20;
/** Room for an answer that is on its way when the peer's patience ends. */
const idleMargin = 1;
const sweepMilliseconds = 2000;

/** One exchange under way. */
export interface SocketCall {
  pause(): void;
  resume(): void;
  /** Closes the connection; the listener hears nothing more. */
  abort(): void;
}

/** The connections to one origin: as many as there are calls at once, the one used last first. */
export interface SocketPool {
  /** @throws TypeError if method, path or a header cannot be sent */
  send(request: RequestHead, body: OutgoingBody | undefined, listener: ExchangeListener): SocketCall;
  /** Every call under way fails. */
  close(): void;
}

/**
 * `origin`: `http://` or `https://`, host, port if it is not the scheme's own. With a guard each connection goes to a checked address.
 * @throws TypeError if it is none
 * @throws AddressNotPublic if it is an address that the guard refuses
 */
export function createSocketPool(
  origin: string,
  connectMilliseconds: number,
  guard?: ConnectGuard,
): SocketPool {
  const url = new URL(origin);
  const secure = url.protocol === "https:";
  if (!secure && url.protocol !== "http:") throw new TypeError(`an upstream is not asked by ${url.protocol}`);
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
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of idle.filter(({ idleUntil }) => idleUntil < now)) socket.destroy();
  }, sweepMilliseconds);
  timer.unref();

  function take(): UpstreamSocket {
    const now = performance.now();
    for (let socket = idle.pop(); socket; socket = idle.pop()) {
      if (socket.idleUntil >= now) return socket;
      socket.destroy();
    }
    const socket = new UpstreamSocket(target, keeper);
    open.add(socket);
    return socket;
  }

  return {
    send(request, body, listener) {
      const head = writeHead(url.host, request, body);
      const socket = take();
      socket.send({ head, body }, listener);
      return new PooledCall(socket, listener);
    },
    close() {
      clearInterval(timer);
      for (const socket of open) socket.hangUp();
    },
  };
}

class PooledCall implements SocketCall {
  #socket: UpstreamSocket;
  #listener: ExchangeListener;

  constructor(socket: UpstreamSocket, listener: ExchangeListener) {
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
