import type { Socket } from "node:net";
import { limitedNetwork } from "./client-address.ts";

/** Limits per address: enough for an office behind one address, or for a backend with thousands of open streams. */
export const connectionLimits = {
  open: 4096,
  /** Connections whose first request head is not complete yet. */
  waiting: 1024,
  /**
   * Beyond as many of those, the next ones are Node's from the start: its parser keeps no memory for each part of a head. A backend that begins
   * five hundred streams together has fewer.
   */
  direct: 640,
};

export interface ConnectionLimiter {
  /** Counts a new connection; responds with 429 and closes it if its address has too many. */
  enter(socket: Socket): void;
  /** More connections of its address wait for their first head than are served directly. */
  isCrowded(socket: Socket): boolean;
  /** A complete request head of the connection has arrived. */
  noteRequest(socket: Socket): void;
}

interface Address {
  open: number;
  waiting: number;
}

/** @param isTrustedProxy connections of a trusted proxy are those of many callers and are not counted */
export function createConnectionLimiter(
  isTrustedProxy: (address: string) => boolean,
  limits = connectionLimits,
): ConnectionLimiter {
  const addresses = new Map<string, Address>();
  const waiting = new Map<Socket, Address>();

  function noteRequest(socket: Socket): void {
    const address = waiting.get(socket);
    if (!address) return;
    waiting.delete(socket);
    address.waiting -= 1;
  }

  return {
    noteRequest,
    isCrowded: (socket) => (waiting.get(socket)?.waiting ?? 0) > limits.direct,
    enter(socket) {
      const remote = (socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
      if (isTrustedProxy(remote)) return;
      const network = limitedNetwork(remote);
      let address = addresses.get(network);
      if (!address) addresses.set(network, (address = { open: 0, waiting: 0 }));
      const counted = address;
      counted.open += 1;
      counted.waiting += 1;
      waiting.set(socket, counted);
      socket.once("close", () => {
        noteRequest(socket);
        counted.open -= 1;
        if (counted.open === 0) addresses.delete(network);
      });
      if (counted.open > limits.open || counted.waiting > limits.waiting) reject(socket);
    },
  };
}

/** The response has no wire format: nothing of the request is parsed yet. */
const rejection = "Too many connections from this address. Try again in a moment.\n";

function reject(socket: Socket): void {
  socket.end(
    `HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-type: text/plain\r\ncontent-length: ${rejection.length}\r\nconnection: close\r\n\r\n${rejection}`,
    () => socket.destroy(),
  );
}
