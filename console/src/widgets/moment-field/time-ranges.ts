/** Values of the time filter that are no preset: two moments of the URL, and no bound at all. */
export const customRange = "custom";
export const anyTime = "any";

/** Presets of the log's time filter, counted back from now. */
export const timeRangePresets = ["today", "24h", "7d", "30d"] as const;
export type TimeRangePreset = (typeof timeRangePresets)[number];

/** A preset by its name, or `custom` with its two moments. */
export interface ChosenRange extends TimeRange {
  range: string;
}

export interface TimeRange {
  /** Epoch seconds; 0: unbounded. */
  start: number;
  end: number;
}

const secondsOf: Record<Exclude<TimeRangePreset, "today">, number> = {
  "24h": 86_400,
  "7d": 7 * 86_400,
  "30d": 30 * 86_400,
};

/**
 * Start of a preset, in the viewer's own day. The end stays open so that new rows appear on refresh; the start is cut to
 * the minute so that the query key does not change on every render.
 */
export function presetRange(preset: TimeRangePreset, now: Date): TimeRange {
  if (preset === "today") {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
    return { start: Math.floor(midnight.getTime() / 1000), end: 0 };
  }
  const minute = Math.floor(now.getTime() / 60_000) * 60;
  return { start: minute - secondsOf[preset], end: 0 };
}

/** The moments of a chosen range. */
export function momentsOf({ range, start, end }: ChosenRange, now: Date): TimeRange {
  if (isTimeRangePreset(range)) return presetRange(range, now);
  return range === customRange ? { start, end } : { start: 0, end: 0 };
}

export function isTimeRangePreset(value: string): value is TimeRangePreset {
  return (timeRangePresets as readonly string[]).includes(value);
}
