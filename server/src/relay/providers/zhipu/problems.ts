import type { ProblemKind, UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { refineProblem } from "../kit/refine-problem.ts";

const kinds: readonly (readonly [RegExp, ProblemKind])[] = [
  [/^(?:100\d|1111|1112|1220)$/, "auth"],
  [/^(?:1110|1113|1121|1309)$/, "billing"],
  [/^(?:1302|1303|1304|1308|1310|1313)$/, "rate"],
  [/^(?:1305|1312)$/, "overload"],
  [/^(?:1300|1301)$/, "filter"],
  [/^(?:121\d|1221|1222|1261|1311)$/, "request"],
  [/^(?:1120|1200|1230|1234|500|network_error)$/, "server"],
];

/** `{ error: { code, message } }` with numbered codes. */
export function readProblem(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  return refineProblem(problemFromStatus(status, body, headers), kinds);
}
