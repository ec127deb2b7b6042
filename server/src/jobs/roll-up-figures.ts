import { setImmediate as nextTurn } from "node:timers/promises";
import { rolledUpDimensions, rollUpNextHour } from "../ledger/figures/roll-up-figures.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../storage/database.ts";
import type { Job } from "./job.ts";

/** Rolls finished hours up into rows of hours and longer spans, so that charts of long ranges read few rows. */
export function rollUpFigures(database: Database, clock: Clock): Job {
  return {
    name: "fold-figures",
    interval: () => 300,
    async run() {
      for (const dimension of rolledUpDimensions)
        while (await rollUpNextHour(database, dimension, clock.now())) await nextTurn();
    },
  };
}
