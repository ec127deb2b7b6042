import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";

/**
 * Errors contain a message only, `{ message }`; 498 is an invalid key, and the end of a stream contains `delta.error`.
 */
export function readProblem(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  const problem = problemFromStatus(status, body, headers);
  if (status === 498) problem.kind = "auth";
  if (status === 200) {
    problem.kind = "server";
    problem.message = readStreamError(body) ?? problem.message;
    delete problem.type;
  }
  return problem;
}

function readStreamError(body: string): string | undefined {
  try {
    return asFilledText(asObject(asObject(parseBounded(body))?.delta)?.error);
  } catch {
    return undefined;
  }
}
