import type { FieldProblem } from "@tollgate/contract/envelope";
import { i18n } from "../i18n/i18n";

/**
 * The sentence for a refused field in the language in use: by its code and, for sizes and types, by what was measured
 * (`validation:too_small.string`); the contract's English sentence where we have none.
 */
export function describeProblem(problem: Pick<FieldProblem, "code" | "params" | "message">): string {
  const { code, params = {} } = problem;
  const kind = params["origin"] ?? params["expected"];
  const missing = code === "too_small" && params["minimum"] === 1 && kind !== "number";
  const keys = [
    ...(missing ? [`validation:required.${kind ?? "string"}`, "validation:required.string"] : []),
    ...(kind ? [`validation:${code}.${kind}`] : []),
    `validation:${code}.other`,
    `validation:${code}`,
    `errors:${code}`,
  ];
  const key = keys.find((candidate) => i18n.exists(candidate));
  return key ? i18n.t(key, { ...params }) : problem.message;
}
