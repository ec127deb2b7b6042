import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import { readProblem as readClaudeProblem } from "../anthropic-compatible/problems.ts";
import { readProblem as readGoogleProblem } from "../gemini-compatible/problems.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";

/** Three formats: Google's, Claude's (its type is next to the error), and the token issuer's (RFC 6749, §5.2). */
export function readProblem(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  const answer = asObject(parse(body));
  if (answer?.type === "error") return readClaudeProblem(status, body, headers);
  const problem = readGoogleProblem(status, body, headers);
  const refusal = asFilledText(answer?.error);
  if (refusal === undefined) return problem;
  return {
    ...problem,
    kind: status < 500 ? "auth" : problem.kind,
    message: asFilledText(answer?.error_description) ?? refusal,
    code: refusal,
  };
}

function parse(body: string): unknown {
  try {
    return parseBounded(body);
  } catch {
    return undefined;
  }
}
