import { setImmediate as nextTurn } from "node:timers/promises";
import type { SettingsService } from "../control/settings/service.ts";
import { rolledUpDimensions } from "../ledger/figures/roll-up-figures.ts";
import { minutesKept } from "../ledger/figures/rebuild-figures.ts";
import type { Clock } from "../platform/clock.ts";
import type { FigureWriteRepository } from "../storage/repositories/figure-write-repository.ts";
import {
  type FigureDimension,
  figureDimensions,
  figureSpans,
  longSpans,
} from "../storage/tables/usage-figures.ts";
import type { Job } from "./job.ts";

/** Deletes roll-ups for charts that are older than the setting, and minutes of more than two days ago. */
export function pruneFigures(
  figures: Pick<FigureWriteRepository, "firstStart" | "delete">,
  settings: Pick<SettingsService, "current">,
  clock: Clock,
): Job {
  /** A quarter of an hour at a time, so that no statement is long. */
  async function deleteBefore(dimension: FigureDimension, span: number, time: number): Promise<void> {
    for (;;) {
      const first = await figures.firstStart(dimension, span, 0);
      if (first === undefined || first >= time) return;
      const until = Math.min(first + figureSpans.quarter, time);
      await figures.delete([dimension], span, { from: first, until });
      await nextTurn();
    }
  }

  return {
    name: "prune-figures",
    interval: () => 3600,
    async run() {
      const now = clock.now();
      for (const dimension of [figureDimensions.group, figureDimensions.latency])
        await deleteBefore(dimension, figureSpans.minute, now - minutesKept);
      const kept = now - settings.current().FiguresRetentionDays * figureSpans.day;
      // Whole days (UTC), so that no day is left with a part of its hours. A week that began earlier is no longer read.
      const time = kept - (kept % figureSpans.day);
      for (const dimension of rolledUpDimensions)
        for (const span of [figureSpans.quarter, figureSpans.hour, ...longSpans])
          await deleteBefore(dimension, span, time);
    },
  };
}
