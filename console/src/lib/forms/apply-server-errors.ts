import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiError } from "../api-error";
import { formError } from "./describe-problem";

/**
 * Puts the server's field problems on their fields, the first one focused. False if the failure names no field: it then
 * belongs to a notification, which the query client already gives. `fieldOf` renames the server's paths where the form's are others.
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
