import { connect as connectPlain, type LookupFunction, type OnReadOpts, type Socket } from "node:net";
import { connect as connectSecure, type ConnectionOptions } from "node:tls";

/** Where a socket connects to. */
export interface SocketTarget {
  secure: boolean;
  host: string;
  port: number;
  connectMilliseconds: number;
  /** Replaces the system's resolver. */
  lookup?: LookupFunction;
}

/** Remembers the TLS session of the last connection, which makes the next handshake shorter. */
export interface TlsSessions {
  onSession(session: Buffer): void;
  readonly session: Buffer | undefined;
}

/**
 * All sockets read into this one buffer: bytes are passed on or copied before the next read of any socket. The streams of `node:net`
 * would allocate and queue a buffer for every read.
 */
export const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);

/** Connects to an upstream. `onBytes` reports how many bytes of `readBuffer` were read. */
export function openSocket(
  target: SocketTarget,
  sessions: TlsSessions,
  onBytes: (length: number) => void,
): Socket {
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
    ...(sessions.session && { session: sessions.session }),
  };
  const socket = connectSecure(secure);
  socket.on("session", (session) => sessions.onSession(session));
  return socket;
}

function isName(host: string): boolean {
  return !/^[0-9.]+$|:/.test(host);
}
