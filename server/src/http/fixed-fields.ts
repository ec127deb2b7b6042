import type { FieldProblem } from "@tollgate/contract/envelope";
import type { FixedFields } from "@tollgate/contract/sent-fields";
import { AppError } from "../platform/app-error.ts";

/** Fields of a body that the endpoint accepts but does not change, with the values that were sent. */
export interface SentFixedFields extends Pick<FixedFields, "moving" | "instead"> {
  values: Readonly<Record<string, unknown>>;
}

/** The values of an endpoint's fixed fields in a body. */
export function readFixedFields(fixed: FixedFields | undefined, body: unknown): SentFixedFields {
  const { names = [], moving = [], instead = {} } = fixed ?? {};
  const sent = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const values = Object.fromEntries(
    names
      .filter((name) => Object.hasOwn(sent, name) && sent[name] !== null)
      .map((name) => [name, sent[name]]),
  );
  return { values, moving, instead };
}

/**
 * Rejects fields that would have to change the row and cannot: a client may only repeat what `stored` contains, or send
 * an empty value. For an endpoint that creates the row, `stored` contains the values of every new one.
 * @throws AppError request.invalid naming every such field
 */
export function rejectFixedFields({ values, moving, instead }: SentFixedFields, stored?: object): void {
  const row = (stored ?? {}) as Record<string, unknown>;
  const repeatsRow = "created_time" in row && values["created_time"] === row["created_time"];
  const fields: FieldProblem[] = Object.entries(values)
    .filter(([name, value]) => !(isBlank(value) && isBlank(row[name])) && !isSame(value, row[name]))
    .filter(([name]) => !(repeatsRow && moving.includes(name)))
    .map(([path]) => ({
      path,
      code: "field.fixed",
      message: `This call cannot change ${path}.${instead[path] ? ` Use ${instead[path]}.` : ""}`,
      params: { field: path },
    }));
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
}

function isSame(sent: unknown, stored: unknown): boolean {
  return sent === stored || JSON.stringify(sent) === JSON.stringify(stored);
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === 0 || value === false) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
