import { toNestErrors } from "@hookform/resolvers";
import { fieldProblems } from "@tollgate/contract/envelope";
import { type FieldError, type FieldErrors, type FieldValues, get, type Resolver } from "react-hook-form";
import type * as z from "zod";
import { formError, missingText } from "./describe-problem";

/**
 * Checks a form by the contract's schema, so that browser and server reject the same things.
 * Messages are translated. Use as `useForm<z.input<S>, unknown, z.output<S>>({ resolver: formResolver(schema) })`.
 */
export function formResolver<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return async (values, _context, options) => {
    const parsed = await schema.safeParseAsync(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const problem of fieldProblems(parsed.error)) {
      errors[problem.path || "root"] ??= isEmptyText(get(values, problem.path))
        ? missingText()
        : formError(problem);
    }
    return { values: {}, errors: toNestErrors(errors, options) as FieldErrors<Input> };
  };
}

/** Whichever rule rejects it, a missing text is reported as missing, not as too short or malformed. */
function isEmptyText(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}
