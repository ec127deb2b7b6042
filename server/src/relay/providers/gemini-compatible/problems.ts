import type { UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";

/**
 * Google's errors name a word of google.rpc.Code, in an object or a list of one. A spent quota is told in the words of an empty purse,
 * but comes back by itself. Keys are taken out of the sentence (relay contract B3).
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
  // A wrong key is an invalid argument to Google; its details say better.
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

/** The account or the place from where it is called, neither of which is the caller's: no billing, or a country that is not served. */
function readPrecondition(message: string): UpstreamProblem["kind"] {
  return /billing|prepay|credits?\b/i.test(message) ? "billing" : "server";
}

const keys = /AIza[\w-]{20,}|AQ\.[\w-]{20,}|ya29\.[\w.-]{20,}|(?<=api_key:)[^\s'"]+/g;
