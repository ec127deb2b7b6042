import { lookCount } from "../../design-system/charts/series-look";
import { localStore } from "../../lib/local-store";
import * as z from "zod";

/** What a series is: its name is unique among those of its kind. */
export type SeriesKind = "model" | "owner" | "provider" | "channel" | "user" | "group" | "token";

/** Names by kind; the position of a name is the number of its look. */
type Slots = Partial<Record<string, string[]>>;

const stored = z.record(z.string(), z.array(z.string()).max(lookCount));
/** For browsers with blocked storage. */
let unkept: Slots = {};

/** Slots assigned so far, also by other tabs. */
function read(): Slots {
  if (localStore.read("chartColors") === null) return unkept;
  const parsed = stored.safeParse(localStore.readJson("chartColors"));
  return parsed.success ? parsed.data : {};
}

/**
 * Style slots for names that are shown together. A name keeps its slot on every chart, page and visit; once all
 * slots are used, a new name gets that of one not shown.
 */
export function slotsOf(kind: SeriesKind, names: readonly string[]): ReadonlyMap<string, number> {
  const slots = read();
  const taken = (slots[kind] ??= []);
  const colors = lookCount / 2;
  let changed = false;
  for (const name of names) {
    if (taken.includes(name)) continue;
    const free = Array.from({ length: lookCount }, (_, slot) => slot).filter((slot) => {
      const holder = taken[slot];
      return holder === undefined || !names.includes(holder);
    });
    const shown = new Set(names.map((other) => taken.indexOf(other)).filter((slot) => slot >= 0));
    const differs = (slot: number): boolean => ![...shown].some((other) => other % colors === slot % colors);
    const slot =
      free.find((one) => taken[one] === undefined && differs(one)) ??
      free.find(differs) ??
      free.find((one) => taken[one] === undefined) ??
      free[0] ??
      0;
    // The list has no gaps: slots up to a higher free one are filled with unused names.
    while (taken.length < slot) taken.push("");
    taken[slot] = name;
    changed = true;
  }
  if (changed) {
    unkept = slots;
    localStore.writeJson("chartColors", slots);
  }
  return new Map(names.map((name) => [name, taken.indexOf(name)]));
}
