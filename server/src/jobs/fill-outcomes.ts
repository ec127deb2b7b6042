import { setTimeout as sleep } from "node:timers/promises";
import { fillOutcomes as fillBatch, lastLogId } from "../ledger/fill-outcomes.ts";
import type { Database } from "../storage/database.ts";
import type { JobRunRepository } from "../storage/repositories/job-run-repository.ts";
import { logOutcomes } from "../storage/migrations/0024-log-outcomes.ts";
import { hasOlderCalls } from "./has-older-calls.ts";
import type { Job } from "./job.ts";

const name = "fill-outcomes";
const batch = 1000;
/** Progress when no row is left. */
const finished = "1";

/**
 * Classifies log rows that were booked before outcomes were stored, newest first, each once. After each batch it pauses
 * for as long as the batch took. The progress is the id below which rows are left, so an interrupted run resumes.
 */
export function fillOutcomes(database: Database, runs: Pick<JobRunRepository, "find" | "report">): Job {
  let done = false;
  return {
    name,
    interval: () => (done ? 0 : 600),
    async run() {
      let before = (await runs.find(name))?.progress ?? "";
      if (before === "" && !(await hasOlderCalls(database, logOutcomes))) {
        await runs.report(name, "", finished);
        before = finished;
      }
      while (before !== finished) {
        const startedAt = performance.now();
        const until = before === "" ? (await lastLogId(database)) + 1 : Number(before);
        const from = Math.max(1, until - batch);
        const after = String(from);
        // Another process is running it.
        if (!(await fillBatch(database, { job: name, from, until, progress: { before, after } }))) return;
        before = after;
        await sleep(performance.now() - startedAt);
      }
      done = true;
    },
  };
}
