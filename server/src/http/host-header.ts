import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const validHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export function isValidHost(text: string): boolean {
  return validHost.test(text);
}

const reason = "Send exactly one valid Host header.";

/**
 * Whether a request names exactly one host (RFC 9112, 3.2). Of two, a proxy may use one and this server the other.
 * Node's own check ignores duplicates and upgrades, so the raw lines are counted.
 */
export function hasOneHost(request: IncomingMessage): boolean {
  const { rawHeaders } = request;
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length !== 4 || name.toLowerCase() !== "host") continue;
    if (host !== undefined) return false;
    host = rawHeaders[index + 1];
  }
  // HTTP/1.0 has no such header; health checks of load balancers use it.
  if (host === undefined) return request.httpVersion === "1.0";
  return isValidHost(host);
}

/** Answers 400 and closes: further bytes on the connection may be meant for another host. */
export function rejectHost(response: ServerResponse): void {
  response.writeHead(400, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end(reason);
}

/** The same for a WebSocket. */
export function rejectHostOfUpgrade(socket: Duplex): void {
  socket.on("error", () => {});
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${reason.length}\r\nConnection: close\r\n\r\n${reason}`,
  );
}
