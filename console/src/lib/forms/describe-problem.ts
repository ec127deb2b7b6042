import type { FieldProblem } from "@tollgate/contract/envelope";
import type { FieldError } from "react-hook-form";
import { i18n } from "../i18n/i18n";

type Problem = Pick<FieldProblem, "code" | "params" | "message">;

/** Error kind of a missing text; fields then insert their name. */
export const missingError = "missing_text";

/**
 * The sentence for a rejected field in the language in use: by its code and, for sizes and types, by the measured value
 * (`validation:too_small.string`); the contract's English sentence where we have none. A missing text is reported with the field's
 * `name` where that is known.
 */
export function describeProblem(problem: Problem, name?: string): string {
  if (name !== undefined && isMissingText(problem)) return describeMissing(name);
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

/** `Username cannot be empty.` */
export function describeMissing(name: string): string {
  return i18n.t("validation:required.named", { name });
}

/** The problem as a form keeps it. */
export function formError(problem: Problem): FieldError {
  return isMissingText(problem) ? missingText() : { type: problem.code, message: describeProblem(problem) };
}

/** A missing text; the message is for fields that do not insert their name. */
export function missingText(): FieldError {
  return { type: missingError, message: i18n.t("validation:required.string") };
}

function isMissingText({ code, params = {} }: Problem): boolean {
  return code === "too_small" && params["minimum"] === 1 && params["origin"] === "string";
}
