import * as z from "zod";

export const figureRanges = ["24h", "7d", "30d", "90d", "custom"] as const;
export type FigureRange = (typeof figureRanges)[number];

/** Days of each range that ends today. `24h` is the last 24 hours, the current one included. */
export const daysOfRange = { "7d": 7, "30d": 30, "90d": 90 } as const;

/** Days of the longest custom range, both ends included. */
export const rangeDaysMost = 366;
/** Up to this many days a series has hours, above it days. */
export const hourlyDaysMost = 2;

/** True for a name of the IANA time zone database, such as `Asia/Shanghai`. */
export function isTimeZone(name: string): boolean {
  // Offsets such as `+05:30` have no daylight saving, and may split a quarter of an hour.
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const day = z
  .string()
  .refine((text) => text === "" || isDay(text), {
    params: { code: "range.bad_day" },
    message: "Must be a day from 2000 on, written YYYY-MM-DD.",
  })
  .default("");

/** `2026-02-30` and days before 2000 are none. */
function isDay(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** Number of days from one day to another, both included. */
export const daysBetween = (first: string, last: string): number =>
  Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000) + 1;

/** Fields of every query for figures. */
export const rangeFields = {
  range: z
    .enum(figureRanges)
    .default("7d")
    .describe(
      "`24h`: the last 24 hours, the current one included. `7d`, `30d`, `90d`: so many days, today included. `custom`: `first_day` to `last_day`.",
    ),
  first_day: day.describe("First day of a `custom` range in the time zone: YYYY-MM-DD."),
  last_day: day.describe("Last day of a `custom` range, included. A day after today ends the range today."),
  time_zone: z
    .string()
    .default("UTC")
    .refine(isTimeZone, {
      params: { code: "range.unknown_zone" },
      message: "Must be a time zone of the IANA database, such as Europe/Berlin.",
    })
    .describe("IANA time zone of the reader. Days and hours are those of this zone."),
};

interface RangeInput {
  range: FigureRange;
  first_day: string;
  last_day: string;
}

/** Rejects a `custom` range without days, with its end before its start, or too long. */
export function checkRange(
  { range, first_day, last_day }: RangeInput,
  reject: (path: string, code: string, message: string) => void,
): void {
  if (range !== "custom") return;
  if (first_day === "") reject("first_day", "range.day_missing", "A custom range needs its first day.");
  else if (last_day === "") reject("last_day", "range.day_missing", "A custom range needs its last day.");
  else if (last_day < first_day)
    reject("last_day", "range.end_before_start", "The last day must not be before the first.");
  else if (daysBetween(first_day, last_day) > rangeDaysMost)
    reject("last_day", "range.too_long", `A range has at most ${rangeDaysMost} days.`);
}

/** The query of figures: the range and the call's own fields. */
export function rangeQuery<F extends z.ZodRawShape>(fields: F) {
  return z.object({ ...rangeFields, ...fields }).superRefine((query, context) => {
    checkRange(query as unknown as RangeInput, (path, code, message) =>
      context.addIssue({ code: "custom", path: [path], params: { code }, message }),
    );
  });
}

export const figurePeriod = z
  .object({
    start: z.int().describe("Epoch seconds, included."),
    end: z.int().describe("Epoch seconds, excluded."),
  })
  .meta({ id: "FigurePeriod", description: "A time span: from `start` up to but not including `end`." });
export type FigurePeriod = z.infer<typeof figurePeriod>;
