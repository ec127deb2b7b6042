import { currentLanguage } from "../../lib/i18n/i18n";
import { languageTag } from "../../lib/i18n/languages";

const startOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** `2026-11` → `November 2026`, as the language in use writes it. */
export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat(languageTag(currentLanguage()), {
    year: "numeric",
    month: "long",
    timeZone: "UTC",
  }).format(startOf(month));
}

/** Months in UTC from `last` back to `first`, both included; just `last` if it is earlier. */
export function monthsBack(last: string, first: string): string[] {
  const months = [last];
  for (let month = previousMonth(last); month >= first; month = previousMonth(month)) months.push(month);
  return months;
}

function previousMonth(month: string): string {
  const start = startOf(month);
  start.setUTCMonth(start.getUTCMonth() - 1);
  return start.toISOString().slice(0, 7);
}

export const currentMonth = (): string => new Date().toISOString().slice(0, 7);

/** Epoch seconds → `2026-11-03` in UTC, as every date on a statement. */
export const formatUtcDate = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Epoch seconds → `2026-11-03 04:05` in UTC. */
export const formatUtcTime = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ");
