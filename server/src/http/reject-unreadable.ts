import { failure } from "@tollgate/contract/envelope";
import { type ErrorCode, errorCodes } from "@tollgate/contract/error-codes";
import type { ConnectionError } from "fastify";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { newRequestId } from "../platform/ids.ts";

/** A response in another format than the console's envelope; undefined: use the envelope. */
export type RenderUnreadable = (
  path: string,
  status: number,
  message: string,
  requestId: string,
) => { headers: Record<string, string>; body: string } | undefined;

/** Answers a request whose head cannot be parsed, and closes: the bytes after it cannot be parsed either. */
export function rejectUnreadable(
  error: Partial<Pick<ConnectionError, "code" | "rawPacket">>,
  socket: Socket,
  render: RenderUnreadable,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = codes[error.code ?? ""] ?? "request.malformed";
  const { status, message } = errorCodes[code];
  const requestId = newRequestId();
  const own = { "content-type": "application/json; charset=utf-8" };
  const { headers, body } = render(pathOf(error), status, message, requestId) ?? {
    headers: own,
    body: JSON.stringify({ ...failure(code), request_id: requestId }),
  };
  const all: Record<string, string> = {
    ...headers,
    "x-request-id": requestId,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}`;
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: "request.headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request.too_slow",
};

/** Longest path that is read. */
const pathMost = 2000;

/** The path of the request line; empty if the packet at which the parser stopped does not begin with it. */
function pathOf({ rawPacket }: Partial<ConnectionError>): string {
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1", 0, pathMost) : "";
  return /^[A-Z]{3,10} ([^ ?]+)[ ?]/.exec(start)?.[1] ?? "";
}
