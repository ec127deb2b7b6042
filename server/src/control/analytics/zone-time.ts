/**
 * Days and hours of an IANA time zone, exact to a quarter of an hour: every zone's days begin with one (since 1986).
 */

const daySeconds = 86_400;
const quarter = 900;
/** No zone is further from UTC. */
const furthest = 15 * 3600;

/** The parts of a moment in a zone: its day as YYYY-MM-DD, and the seconds since the last full hour. */
export interface ZoneClock {
  dayOf(time: number): string;
  secondsOfHour(time: number): number;
}

/** @param timeZone a valid IANA name */
export function zoneClock(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const partsOf = (time: number): Map<string, string> =>
    new Map(format.formatToParts(time * 1000).map(({ type, value }) => [type, value]));
  return {
    dayOf(time) {
      const parts = partsOf(time);
      return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
    },
    secondsOfHour(time) {
      const parts = partsOf(time);
      return Number(parts.get("minute")) * 60 + Number(parts.get("second"));
    },
  };
}

/**
 * Epoch seconds at which a day (YYYY-MM-DD) begins; where clocks skip midnight, the first quarter of an hour after it.
 */
export function startOfDay(clock: ZoneClock, day: string): number {
  const inUtc = Date.parse(`${day}T00:00:00Z`) / 1000;
  let before = (inUtc - furthest) / quarter;
  let after = (inUtc + furthest) / quarter;
  // The day of `before` is earlier, that of `after` is not.
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock.dayOf(middle * quarter) < day) before = middle;
    else after = middle;
  }
  return after * quarter;
}

/** The day so many days later, or earlier below 0. */
export function addDays(day: string, count: number): string {
  const time = Date.parse(`${day}T00:00:00Z`) + count * daySeconds * 1000;
  return new Date(time).toISOString().slice(0, 10);
}
