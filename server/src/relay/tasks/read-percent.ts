/** Percent as platforms write it (`"45%"`, `45`), a whole number from 0 to 100; 0 for none. */
export function readPercent(value: unknown): number {
  const percent = typeof value === "number" ? Math.trunc(value) : Number.parseInt(String(value), 10);
  return Number.isNaN(percent) ? 0 : Math.min(100, Math.max(0, percent));
}
