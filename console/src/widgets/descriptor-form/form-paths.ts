import type { FieldProblem } from "@tollgate/contract/envelope";
import type { FormField } from "@tollgate/contract/form-field";

/** Reads `a.b.c` out of a form's value; undefined where the path ends early. */
export function readPath(value: unknown, path: string): unknown {
  let current = value;
  for (const part of path.split(".")) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string, unknown>)[part];
  }
  return current;
}

/** True if a field's `showWhen` is met by the form's value; fields without one are always shown. */
export function isFieldShown(field: FormField, values: unknown): boolean {
  const { showWhen } = field;
  if (!showWhen) return true;
  const other = readPath(values, showWhen.field);
  return showWhen.in.some((wanted) => wanted === other);
}

/** Nothing was filled in: empty text, no rows, never touched. A switch that is off counts as empty. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return true;
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === "object") return Object.values(value).every(isBlank);
  return false;
}

/** A problem in the server's shape, so that its sentence is the same. */
function problem(path: string, code: string, message: string, params?: FieldProblem["params"]): FieldProblem {
  return { path, code, message, ...(params && { params }) };
}

/** The problem of an empty required field. */
export function missingProblem(path: string): FieldProblem {
  return problem(path, "too_small", "This field cannot be empty.", { minimum: 1, origin: "string" });
}

function numberProblem(field: FormField & { kind: "number" }, value: unknown): FieldProblem | undefined {
  const { name, min, max, integer } = field;
  const number = Number(value);
  const origin = "number";
  if (Number.isNaN(number) || (integer && !Number.isInteger(number))) {
    return problem(name, "invalid_type", "Must be a number.", { expected: integer ? "int" : "number" });
  }
  if (min !== undefined && number < min) {
    return problem(name, "too_small", `Must be at least ${min}.`, { minimum: min, origin });
  }
  if (max !== undefined && number > max) {
    return problem(name, "too_big", `Must be at most ${max}.`, { maximum: max, origin });
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function problemOf(field: FormField, value: unknown): FieldProblem | undefined {
  if (isBlank(value) || Number.isNaN(value)) {
    return field.required && field.kind !== "switch" ? missingProblem(field.name) : undefined;
  }
  if (field.kind === "number") return numberProblem(field, value);
  if (field.kind === "json" && typeof value === "string" && !isJson(value)) {
    return problem(field.name, "channel.parameter_not_json", "Must be valid JSON.");
  }
  if (
    field.kind === "text" &&
    field.pattern &&
    !new RegExp(`^(?:${field.pattern})$`, "u").test(String(value))
  ) {
    return problem(field.name, "invalid_format", "Does not have the expected form.");
  }
  return undefined;
}

/** What a descriptor's shown fields reject in a form's value; secrets may stay empty when `keepSecrets`. */
export function descriptorProblems(
  fields: readonly FormField[],
  values: unknown,
  keepSecrets = false,
): FieldProblem[] {
  return fields.flatMap((field) => {
    if (!isFieldShown(field, values)) return [];
    const value = readPath(values, field.name);
    if (keepSecrets && field.kind === "secret" && isBlank(value)) return [];
    return problemOf(field, value) ?? [];
  });
}
