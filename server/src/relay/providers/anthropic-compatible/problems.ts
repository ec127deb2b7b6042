import type { ErrorDetails, UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus, tryParse } from "../kit/problem-from-status.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";

/** The API's errors have a type and no code; 529 and `overloaded_error` mean that the API as a whole is overloaded. */
export function readProblem(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  const problem = problemFromStatus(status, body, headers);
  const kind = problem.type === undefined ? undefined : kinds[problem.type];
  // `invalid_request_error` is also sent for an empty balance, which only the message shows.
  if (kind !== undefined && problem.kind !== "billing" && problem.kind !== "filter") problem.kind = kind;
  const details = readDetails(body);
  if (details) problem.details = details;
  return problem;
}

/** `error.details`, which Anthropic's SDKs use to continue a message thread. */
function readDetails(body: string): ErrorDetails | undefined {
  if (!body.includes('"error_code"')) return undefined;
  const details = asObject(asObject(asObject(tryParse(body))?.error)?.details);
  const code = asFilledText(details?.error_code);
  if (code === undefined) return undefined;
  if (!Array.isArray(details?.unsupported)) return { error_code: code };
  return { error_code: code, unsupported: details.unsupported.filter((name) => typeof name === "string") };
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
