import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiError } from "../api-error";
import { formError } from "./describe-problem";

/**
 * Shows the server's field errors on their fields and focuses the first. False if the error names no field: it then
 * belongs in a notification, which the query client already shows. `fieldOf` maps server paths to the form's.
 */
export function applyServerErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fieldOf: (path: string) => string = (path) => path,
): boolean {
  if (!(error instanceof ApiError) || error.fields.length === 0) return false;
  error.fields.forEach((problem, index) => {
    setError((problem.path === "" ? "root" : fieldOf(problem.path)) as FieldPath<T>, formError(problem), {
      shouldFocus: index === 0,
    });
  });
  return true;
}
