import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";
import { readCountIfGiven } from "../kit/read-count.ts";

/** Errors are `{ title, detail, status, retry_after }`; those of a stream may be plain text. */
export function readProblem(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  const problem = problemFromStatus(status, body, headers);
  // `status` in the body is a number, `title` only repeats it.
  if (status === 200) problem.kind = "server";
  const answer = parse(body);
  const detail = asFilledText(answer?.detail) ?? asFilledText(answer?.title);
  if (detail !== undefined) problem.message = detail;
  const wait = readCountIfGiven(answer?.retry_after);
  if (wait !== undefined && wait >= 0) problem.retryAfter ??= Math.min(wait, 86_400);
  return problem;
}

function parse(body: string): Record<string, unknown> | undefined {
  try {
    return asObject(parseBounded(body));
  } catch {
    return undefined;
  }
}
