import type { FormField } from "@tollgate/contract/form-field";

/** The fields of an account as an editor's, which holds them under `config`. */
export function configFields(fields: readonly FormField[]): FormField[] {
  return fields.map((field) => {
    const { showWhen } = field;
    return {
      ...field,
      name: `config.${field.name}`,
      ...(showWhen && { showWhen: { ...showWhen, field: `config.${showWhen.field}` } }),
    };
  });
}

/** An account as it is sent. Disabled fields have no value in the form and are left out; undefined where all of them are. */
export function configTexts(config: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const entries = Object.entries(config)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, textOf(value)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isNaN(value) ? "" : String(value);
  if (typeof value === "boolean") return value ? "true" : "";
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
