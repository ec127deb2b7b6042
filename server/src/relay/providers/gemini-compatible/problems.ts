import type { UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";

/**
 * Google's errors contain a google.rpc.Code, in an object or a list of one. An exhausted quota has the text of an empty
 * balance, but refills on its own. Keys are removed from the message.
 */
export function readProblem(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  const problem = problemFromStatus(status, body, headers);
  const kind = problem.type === undefined ? undefined : kinds[problem.type];
  if (kind !== undefined && problem.kind !== "filter") problem.kind = kind;
  if (problem.type === "FAILED_PRECONDITION") problem.kind = readPrecondition(problem.message);
  // Google reports a wrong key as an invalid argument; the details contain the reason.
  if (/"reason":\s*"API_KEY_/.test(body)) problem.kind = "auth";
  problem.message = problem.message.replace(keys, "xxxxx");
  return problem;
}

const kinds: Record<string, UpstreamProblem["kind"]> = {
  UNAUTHENTICATED: "auth",
  PERMISSION_DENIED: "auth",
  RESOURCE_EXHAUSTED: "rate",
  UNAVAILABLE: "overload",
  DEADLINE_EXCEEDED: "timeout",
  INTERNAL: "server",
  UNKNOWN: "server",
  ABORTED: "server",
  NOT_FOUND: "request",
  OUT_OF_RANGE: "request",
};

/** An account without billing, or a server in an unsupported country: neither is the caller's fault. */
function readPrecondition(message: string): UpstreamProblem["kind"] {
  return /billing|prepay|credits?\b/i.test(message) ? "billing" : "server";
}

const keys = /AIza[\w-]{20,}|AQ\.[\w-]{20,}|ya29\.[\w.-]{20,}|(?<=api_key:)[^\s'"]+/g;
