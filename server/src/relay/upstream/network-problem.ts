import { addressNotPublic } from "../../platform/guarded-fetch/connect-guard.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { SocketClosed } from "./upstream-socket.ts";

/** True if a kept-alive socket, one that has carried an answer before, died without a word on this request. */
export function isDeadSocket(error: Error): boolean {
  if (error instanceof SocketClosed) return error.reused && deadCodes.has(error.code);
  const socket = "socket" in error ? (error.socket as { bytesRead?: number } | null) : undefined;
  return errorCode(error) === "UND_ERR_SOCKET" && (socket?.bytesRead ?? 0) > 0;
}

const deadCodes: ReadonlySet<string> = new Set(["CLOSED", "ECONNRESET", "EPIPE"]);

/** The parser's own limit stands for a proxy's answer to CONNECT alone. */
const connectCodes: ReadonlySet<string> = new Set([
  "CONNECT_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
]);

/** Network errors in our words. The address stays in the log's sentence; callers never see it. */
export function problemOf(error: unknown): UpstreamProblem {
  const code = errorCode(error);
  const message = error instanceof Error ? error.message : String(error);
  if (connectCodes.has(code)) return { kind: "timeout", status: 0, code, message: "no connection in time" };
  if (code === addressNotPublic)
    return {
      kind: "unreachable",
      status: 0,
      code,
      message: `the channel's address: ${message}`,
      cause: "address_not_public",
    };
  return {
    kind: "unreachable",
    status: 0,
    ...(code && { code }),
    message: code ? `${code}: ${message}` : message,
  };
}

function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
