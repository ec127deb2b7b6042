import { addressNotPublic } from "../../platform/guarded-fetch/connect-guard.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { ConnectionError } from "./http-client.ts";

/** True if a kept-alive connection, which had carried an answer before, closed without a byte of this one. */
export function isStaleConnection(error: Error): boolean {
  return error instanceof ConnectionError && error.reused && closedCodes.has(error.code);
}

const closedCodes: ReadonlySet<string> = new Set(["CLOSED", "ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Only a proxy's answer to CONNECT is subject to the parser's own timeout. */
const connectCodes: ReadonlySet<string> = new Set([
  "CONNECT_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
]);

/** A network error as a problem. Its message may name the address and goes to the log only. */
export function networkProblem(error: unknown): UpstreamProblem {
  const code = errorCode(error);
  const message = errorMessage(error);
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

/** The `code` of an error of Node or undici; empty if it has none. */
export function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

/** If a name has several addresses, the error of each: the error of them all has no message. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join("; ");
  return error instanceof Error ? error.message : String(error);
}
