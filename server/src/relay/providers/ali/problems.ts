import type { ProblemKind, UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { refineProblem } from "../kit/refine-problem.ts";

const kinds: readonly (readonly [RegExp, ProblemKind])[] = [
  [/^InvalidApiKey$|^AccessDenied/i, "auth"],
  [/^Arrearage$|^AllocationQuota\.FreeTierOnly$/i, "billing"],
  [/^data_?inspection_?failed$/i, "filter"],
  [/^Throttling/i, "rate"],
  [/^ServiceUnavailable|^ModelUnavailable|^ModelServingError/i, "overload"],
  [/^RequestTimeOut/i, "timeout"],
  [/^InternalError/i, "server"],
  [/^InvalidParameter|^BadRequest|^ModelNotFound|^InvalidURL/i, "request"],
];

/** Both protocols use the same codes; DashScope's own answer has them at its top. */
export function readProblem(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  return refineProblem(problemFromStatus(status, body, headers), kinds);
}
