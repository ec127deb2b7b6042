/** To the minute, or a whole day. */
export type MomentPrecision = "minute" | "day";

const two = (value: number): string => String(value).padStart(2, "0");

/** `YYYY-MM-DD HH:mm`, or `YYYY-MM-DD`, of an epoch second in the viewer's zone; empty for 0 and below. */
export function momentText(seconds: number, precision: MomentPrecision): string {
  if (!(seconds > 0)) return "";
  const date = new Date(seconds * 1000);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return precision === "day" ? day : `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/**
 * Epoch seconds of what a person typed: one or two digits for each part, `T` or spaces before the time, midnight without one. 0 for nothing,
 * NaN for what is no moment, such as the 31st of June.
 */
export function readMoment(text: string, precision: MomentPrecision): number {
  const trimmed = text.trim();
  if (trimmed === "") return 0;
  const match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:\s+|T)(\d{1,2})[::](\d{2})(?:[::]\d{2})?)?$/.exec(
    trimmed,
  );
  if (!match || (precision === "day" && match[4] !== undefined)) return Number.NaN;
  const [year, month, day, hour, minute] = match.slice(1).map((part) => Number(part ?? 0));
  if (year === undefined || month === undefined || day === undefined) return Number.NaN;
  const date = new Date(year, month - 1, day, hour, minute);
  const real =
    date.getMonth() === month - 1 && date.getDate() === day && (hour ?? 0) < 24 && (minute ?? 0) < 60;
  return real ? Math.floor(date.getTime() / 1000) : Number.NaN;
}
