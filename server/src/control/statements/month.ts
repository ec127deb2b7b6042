/** A month in UTC, e.g. `2026-11`, with its start and end in epoch seconds. */
export interface Month {
  name: string;
  from: number;
  /** The beginning of the next one. */
  until: number;
}

/** @param name YYYY-MM */
export function monthOf(name: string): Month {
  const [year = 0, month = 0] = name.split("-").map(Number);
  return { name, from: Date.UTC(year, month - 1) / 1000, until: Date.UTC(year, month) / 1000 };
}

/** @param time epoch seconds */
export function monthAt(time: number): Month {
  return monthOf(new Date(time * 1000).toISOString().slice(0, 7));
}
