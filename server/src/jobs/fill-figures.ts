import { setTimeout as sleep } from "node:timers/promises";
import { rebuildFigures } from "../ledger/figures/rebuild-figures.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../storage/database.ts";
import type { JobRunRepository } from "../storage/repositories/job-run-repository.ts";
import { usageFigures } from "../storage/migrations/0030-usage-figures.ts";
import { hasOlderCalls } from "./has-older-calls.ts";
import type { Job } from "./job.ts";

const name = "fill-figures";
const done = "done";

/**
 * Fills the roll-ups for charts from a log that is older than they are, once, newest hours first. After each hour it
 * pauses for as long as the hour took. The progress is the hour down to which it came, so an interrupted run resumes.
 */
export function fillFigures(
  database: Database,
  runs: Pick<JobRunRepository, "find" | "report">,
  clock: Clock,
): Job {
  let finished = false;

  async function fill(progress: string): Promise<void> {
    const now = clock.now();
    let startedAt = performance.now();
    await rebuildFigures(database, {
      now,
      ...(progress !== "" && { until: Number(progress) }),
      async onHour(hour) {
        await runs.report(name, "", String(hour));
        await sleep(performance.now() - startedAt);
        startedAt = performance.now();
      },
    });
  }

  return {
    name,
    interval: () => (finished ? 0 : 600),
    async run() {
      const progress = (await runs.find(name))?.progress ?? "";
      if (progress !== done) {
        if (await hasOlderCalls(database, usageFigures)) await fill(progress);
        await runs.report(name, "", done);
      }
      finished = true;
    },
  };
}
