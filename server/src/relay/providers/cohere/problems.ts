import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";

/** Errors have a sentence alone, `{ message }`; 498 is a key that is not valid, and the end of a stream tells `delta.error`. */
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
