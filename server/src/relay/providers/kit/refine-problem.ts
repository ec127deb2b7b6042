import type { ProblemKind, UpstreamProblem } from "../../canonical/problem.ts";

/**
 * The same problem with the kind that the vendor's own code stands for. The first pattern that fits the whole code decides; a code
 * that none knows leaves the kind as it is.
 */
export function refineProblem(
  problem: UpstreamProblem,
  kinds: readonly (readonly [RegExp, ProblemKind])[],
): UpstreamProblem {
  const { code } = problem;
  if (code === undefined) return problem;
  const found = kinds.find(([pattern]) => pattern.test(code));
  return found ? { ...problem, kind: found[1] } : problem;
}

/** A vendor's code, which may be a number, as text; empty for anything else. */
export function codeText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
