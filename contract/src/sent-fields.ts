import * as z from "zod";

/**
 * A body as the family's clients send it: a field that is null counts as one that was not sent, and `rename` gives fields other
 * names before the schema sees them.
 */
export function familyBody<S extends z.ZodType>(
  schema: S,
  rename: (body: Record<string, unknown>) => Record<string, unknown> = (body) => body,
): z.ZodType<z.output<S>, z.input<S>> {
  return z.preprocess((body) => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
    return rename(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)));
  }, schema) as unknown as z.ZodType<z.output<S>, z.input<S>>;
}

type WithoutDefault<T> =
  T extends z.ZodDefault<infer Inner> ? Inner : T extends z.ZodPrefault<infer Inner> ? Inner : T;

/** The same fields, each of which may be left out: what is not sent is undefined, whatever its default is. */
export function partialFields<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodObject<{ [Name in keyof Shape]: z.ZodOptional<WithoutDefault<Shape[Name]>> }> {
  const fields = Object.entries(shape).map(([name, field]) => {
    const bare = field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.unwrap() : field;
    const described = field as z.ZodType;
    const optional = z.optional(bare as z.ZodType);
    return [name, described.description === undefined ? optional : optional.describe(described.description)];
  });
  return z.object(Object.fromEntries(fields)) as never;
}

/**
 * Fields of a row that a call cannot change. A body may repeat them as they are, since clients send back what they read; another value is
 * rejected by name. `moving`: the server changes these on its own, so a body that repeats the row's
 * `created_time` may hold an older value.
 */
export interface FixedFields {
  names: readonly string[];
  moving: readonly string[];
  /** Field → the call that changes it, for the error. */
  instead: Readonly<Record<string, string>>;
}

/** Fields of `row` that `form` does not take, and `others` that only the family has. */
export function fixedFields(
  row: z.ZodObject,
  form: z.ZodObject,
  {
    moving = [],
    others = [],
    instead = {},
  }: { moving?: readonly string[]; others?: readonly string[]; instead?: Record<string, string> } = {},
): FixedFields {
  const names = Object.keys(row.shape).filter((name) => !Object.hasOwn(form.shape, name));
  return { names: [...names, ...others], moving, instead };
}
