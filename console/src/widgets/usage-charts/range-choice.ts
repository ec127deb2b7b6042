import type { FigureRange } from "@tollgate/contract/figure-range";
import { figureRanges } from "@tollgate/contract/figure-range";
import { readerZone } from "./reader-zone";

/** A range as it is kept in the address of a page: its name, and two days for `custom`. */
export interface RangeChoice {
  range: string;
  first_day: string;
  last_day: string;
}

/** The default of the address. */
export const lastWeek = { range: "7d", first_day: "", last_day: "" } satisfies RangeChoice;

const isRange = (name: string): name is FigureRange => (figureRanges as readonly string[]).includes(name);

/** The choice as the server takes it, in the reader's zone. A name that it does not know is the last week. */
export function rangeQueryOf(choice: RangeChoice): {
  range: FigureRange;
  first_day: string;
  last_day: string;
  time_zone: string;
} {
  const range = isRange(choice.range) ? choice.range : "7d";
  const custom = range === "custom";
  return {
    range,
    first_day: custom ? choice.first_day : "",
    last_day: custom ? choice.last_day : "",
    time_zone: readerZone(),
  };
}
