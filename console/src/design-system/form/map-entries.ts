/** One line of a map field. */
export interface MapEntry {
  key: string;
  value: string;
}

/** Lines of an object or of its JSON text; what is no map of texts gives no lines. */
export function readMap(source: unknown): MapEntry[] {
  const value = typeof source === "string" ? parse(source) : source;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([key, entry]) => ({
    key,
    value: typeof entry === "string" ? entry : JSON.stringify(entry),
  }));
}

/** Lines → object or JSON text; lines without a key are left out, the last of equal keys wins. */
export function writeMap(entries: MapEntry[], asJson: boolean): Record<string, string> | string {
  const filled = entries.filter((entry) => entry.key.trim() !== "");
  const map = Object.fromEntries(filled.map((entry) => [entry.key.trim(), entry.value]));
  if (!asJson) return map;
  return filled.length === 0 ? "" : JSON.stringify(map);
}

/** True if the lines equal the form's value, so that they can stay as typed. */
export function sameMap(entries: MapEntry[], source: unknown): boolean {
  return JSON.stringify(writeMap(entries, false)) === JSON.stringify(writeMap(readMap(source), false));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
