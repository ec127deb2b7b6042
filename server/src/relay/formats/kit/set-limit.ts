import type { Fields } from "./check-value.ts";

/**
 * Writes a limit of output tokens into a body where none of the fields in `names` holds one. A null counts as none and goes, since some upstreams
 * refuse two names at once.
 */
export function setLimit(body: Fields, name: string, names: readonly string[], tokens: number): void {
  if (names.some((other) => body[other] != null)) return;
  for (const other of names) delete body[other];
  body[name] = tokens;
}
