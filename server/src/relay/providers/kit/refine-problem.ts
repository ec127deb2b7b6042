import type { ProblemKind, UpstreamProblem } from "../../canonical/problem.ts";
import type { Provider } from "../provider.ts";
import { problemFromStatus } from "./problem-from-status.ts";

/** Kinds for a vendor's error codes; the first matching pattern wins. */
export type CodeKinds = readonly (readonly [RegExp, ProblemKind])[];

/**
 * Creates a problem reader for a vendor with its own error codes. `reshape` converts an error body to OpenAI's shape.
 */
export function createProblemReader(
  kinds: CodeKinds,
  reshape: (body: string) => string = (body) => body,
): Provider["readProblem"] {
  return (status, body, headers) => refineProblem(problemFromStatus(status, reshape(body), headers), kinds);
}

/**
 * Sets the problem's kind from the vendor's own code. The first pattern that matches the whole code wins; an unknown
 * code keeps the kind.
 */
export function refineProblem(problem: UpstreamProblem, kinds: CodeKinds): UpstreamProblem {
  const { code } = problem;
  if (code === undefined) return problem;
  const found = kinds.find(([pattern]) => pattern.test(code));
  return found ? { ...problem, kind: found[1] } : problem;
}

/** A vendor's code, text or number, as text; empty for anything else. */
export function codeText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
