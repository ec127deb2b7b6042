import type { TaskRow } from "../../ledger/task-ledger.ts";
import { cleanMessage, maskKeys } from "../../platform/clean-message.ts";
import type { TaskReport } from "../tasks/platform.ts";
import { takeStep } from "./end-task.ts";
import type { EngineDependencies } from "./engine.ts";
import { requested, expire, isEnded, notChanged, report, type TaskStep } from "./task-states.ts";

/** What a query or a platform's report contains about a task; undefined `news`: nothing. */
export interface Heard {
  row: TaskRow;
  news: TaskReport | undefined;
  /** Why the query failed; empty: it did not. */
  problem: string;
}

/** The next step after a query: the reported state, the expiry, or the time of the next query. */
function stepOf({ row, news, problem }: Heard, now: number): TaskStep {
  const step = news && report(row, news, now);
  if (step && isEnded(step.state.status)) return step;
  const overdue = now >= row.expires_at ? expire(row, now) : undefined;
  if (overdue) return overdue;
  if (step) return { state: { ...step.state, ...requested(row, now) } };
  return { state: notChanged(row, now, problem) };
}

/** Stores the outcome of a query. Each task that ends is a transaction with its charge; the others are written together. */
export async function applyQuery(
  dependencies: EngineDependencies,
  heard: readonly Heard[],
  keys: readonly string[],
): Promise<void> {
  const now = dependencies.milliseconds();
  const open: { row: TaskRow; state: TaskStep["state"] }[] = [];
  for (const one of heard) {
    const { row, news } = one;
    const step = stepOf({ ...one, news: news && cleanReport(news, keys) }, now);
    // A task that cannot be written does not stop the others: its lease expires and it is queried again.
    if (isEnded(step.state.status)) await takeStep(dependencies, row, step).catch(dependencies.onError);
    else open.push({ row, state: step.state });
  }
  await dependencies.tasks.changeAll(open);
}

/** Stores a report that the platform sent. A concurrent change wins; the next report or query brings the rest. */
export async function applyReport(
  dependencies: EngineDependencies,
  row: TaskRow,
  news: TaskReport,
  keys: readonly string[],
): Promise<void> {
  const step = report(row, cleanReport(news, keys), dependencies.milliseconds());
  if (step) await takeStep(dependencies, row, step);
}

/** Removes the channel's key and address. */
function cleanReport(news: TaskReport, keys: readonly string[]): TaskReport {
  return { ...news, failReason: cleanMessage(maskKeys(news.failReason, keys)) };
}
