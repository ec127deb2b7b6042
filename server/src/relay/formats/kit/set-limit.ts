import type { Fields } from "./check-value.ts";

/**
 * Writes an output token limit into a body where none of the fields in `names` has one. A null counts as none and is
 * removed, since some upstreams reject both names in one body.
 */
export function setLimit(body: Fields, name: string, names: readonly string[], tokens: number): void {
  if (names.some((other) => body[other] != null)) return;
  for (const other of names) delete body[other];
  body[name] = tokens;
}
