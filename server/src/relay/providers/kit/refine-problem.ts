import type { ProblemKind, UpstreamProblem } from "../../canonical/problem.ts";
import type { Provider } from "../provider.ts";
import { problemFromStatus } from "./problem-from-status.ts";

/** What a vendor's codes stand for; the first pattern that fits decides. */
export type CodeKinds = readonly (readonly [RegExp, ProblemKind])[];

/** Reads problems of a vendor with codes of its own. `reshape` writes an error body that is not in OpenAI's shape into it. */
export function createProblemReader(
  kinds: CodeKinds,
  reshape: (body: string) => string = (body) => body,
): Provider["readProblem"] {
  return (status, body, headers) => refineProblem(problemFromStatus(status, reshape(body), headers), kinds);
}

/**
 * The same problem with the kind that the vendor's own code stands for. The first pattern that fits the whole code decides; a code
 * that none knows leaves the kind as it is.
 */
export function refineProblem(problem: UpstreamProblem, kinds: CodeKinds): UpstreamProblem {
  const { code } = problem;
  if (code === undefined) return problem;
  const found = kinds.find(([pattern]) => pattern.test(code));
  return found ? { ...problem, kind: found[1] } : problem;
}

/** A vendor's code, which may be a number, as text; empty for anything else. */
export function codeText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
