export type AmountUnit = "dollars" | "quota";

/** Typed text → integer quota, rounded half up; NaN while it is no number. */
export function quotaOf(text: string, unit: AmountUnit, quotaPerUnit: number): number {
  const trimmed = text.trim().replace(/^\$/, "").replaceAll(",", "");
  if (trimmed === "" || Number.isNaN(Number(trimmed))) return Number.NaN;
  const value = Number(trimmed);
  return Math.round(unit === "dollars" ? value * quotaPerUnit : value);
}

/** Quota → text in a unit, without loss and without needless zeros. */
export function textOf(quota: number, unit: AmountUnit, quotaPerUnit: number): string {
  if (Number.isNaN(quota) || typeof quota !== "number") return "";
  if (unit === "quota") return String(quota);
  return String(Number((quota / quotaPerUnit).toFixed(8)));
}
