/** Characters of a prompt that are stored. */
export const promptMost = 8000;
const mostRequested = 8000;
/** Characters of a result, as JSON. */
export const resultMost = 262_144;

export function boundText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** A result in its stored form; undefined if it is too large. */
export function boundResult(result: unknown): string | undefined {
  const text = result === undefined ? "" : (JSON.stringify(result) ?? "");
  return text.length <= resultMost ? text : undefined;
}

/** Stored parameters of a submission. The caller's own fields are dropped if they are too long. */
export function boundParameters(requested: { echo?: unknown } & object): string {
  const text = JSON.stringify(requested);
  return text.length <= mostRequested ? text : JSON.stringify({ ...requested, echo: {} });
}

/** JSON of our own columns; undefined for none. */
export function readStored(text: string): unknown {
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}
