import type { UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";

/** Errors are a message, `{ error }`, alone or as a line of a stream. */
export function readProblem(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  return problemFromStatus(status, body, headers);
}
