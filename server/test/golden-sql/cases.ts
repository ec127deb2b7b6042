import type { RecordedDatabase } from "./record-sql.ts";

type Variant<Target> = (target: Target) => unknown;
type AnyFunction = (...values: never[]) => unknown;

/** One or more calls of every method, by the variant that they show. A method without one does not compile. */
export type Calls<Target> = {
  [Method in keyof Target as Target[Method] extends AnyFunction ? Method : never]:
    | Variant<Target>
    | Record<string, Variant<Target>>;
};

/** Source of the statements of a file: `create` creates the called object, `calls` are the calls. */
export interface Cases {
  create: (recorded: RecordedDatabase) => object;
  calls: Record<string, Variant<never> | Record<string, Variant<never>>>;
  /** Columns of the returned rows in addition to the usual ones. */
  row: object;
}

export function defineCases<Target extends object>(
  create: (recorded: RecordedDatabase) => Target,
  calls: Calls<Target>,
  row: object = {},
): Cases {
  return { create, calls: calls as Cases["calls"], row };
}

/** The calls of `cases` in order, each with its title: the method, and the variant. */
export function listCalls({ calls }: Cases): { title: string; call: Variant<never> }[] {
  return Object.entries(calls).flatMap(([method, variants]) =>
    typeof variants === "function"
      ? [{ title: method, call: variants }]
      : Object.entries(variants).map(([what, call]) => ({ title: `${method}, ${what}`, call })),
  );
}
