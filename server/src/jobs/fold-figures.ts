import { setImmediate as nextTurn } from "node:timers/promises";
import { foldedDimensions, foldNextHour } from "../ledger/figures/fold-figures.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../storage/database.ts";
import type { Job } from "./job.ts";

/** Rolls finished hours up into rows of hours and longer spans, so that charts of long ranges read few rows. */
export function foldFigures(database: Database, clock: Clock): Job {
  return {
    name: "fold-figures",
    interval: () => 300,
    async run() {
      for (const dimension of foldedDimensions)
        while (await foldNextHour(database, dimension, clock.now())) await nextTurn();
    },
  };
}
