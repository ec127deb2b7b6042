import type { UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";

/** The API's errors have a type and no code; 529 and `overloaded_error` mean too many callers of everyone's. */
export function readProblem(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  const problem = problemFromStatus(status, body, headers);
  const kind = problem.type === undefined ? undefined : kinds[problem.type];
  // `invalid_request_error` also carries an empty purse, which the sentence tells.
  if (kind !== undefined && problem.kind !== "billing" && problem.kind !== "filter") problem.kind = kind;
  return problem;
}

const kinds: Record<string, UpstreamProblem["kind"]> = {
  authentication_error: "auth",
  permission_error: "auth",
  billing_error: "billing",
  rate_limit_error: "rate",
  overloaded_error: "overload",
  timeout_error: "timeout",
  api_error: "server",
  not_found_error: "request",
  request_too_large: "request",
};
