import type { RecordedDatabase } from "./record-sql.ts";

type Variant<Target> = (target: Target) => unknown;
type AnyFunction = (...values: never[]) => unknown;

/** For every method a call, or several by what is different about them. A method without one does not compile. */
export type Calls<Target> = {
  [Method in keyof Target as Target[Method] extends AnyFunction ? Method : never]:
    | Variant<Target>
    | Record<string, Variant<Target>>;
};

/** How the statements of a file are brought about: `create` makes what is called, `calls` are the calls. */
export interface Cases {
  create: (recorded: RecordedDatabase) => object;
  calls: Record<string, Variant<never> | Record<string, Variant<never>>>;
  /** What the rows that the database returns have beside the usual columns. */
  row: object;
}

export function defineCases<Target extends object>(
  create: (recorded: RecordedDatabase) => Target,
  calls: Calls<Target>,
  row: object = {},
): Cases {
  return { create, calls: calls as Cases["calls"], row };
}

/** The calls of `cases` in order, each with its title: the method, and what is different about the call. */
export function listCalls({ calls }: Cases): { title: string; call: Variant<never> }[] {
  return Object.entries(calls).flatMap(([method, variants]) =>
    typeof variants === "function"
      ? [{ title: method, call: variants }]
      : Object.entries(variants).map(([what, call]) => ({ title: `${method}, ${what}`, call })),
  );
}
