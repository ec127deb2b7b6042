import type { TaskRow } from "../../ledger/task-ledger.ts";
import { cleanMessage, maskKeys } from "../../platform/clean-message.ts";
import type { TaskReport } from "../tasks/platform.ts";
import { takeStep } from "./end-task.ts";
import type { EngineDependencies } from "./engine.ts";
import { asked, expire, isEnded, notChanged, report, type TaskStep } from "./task-states.ts";

/** What a query or a report of the platform says about a task; undefined news: nothing. */
export interface Heard {
  row: TaskRow;
  news: TaskReport | undefined;
  /** Why a query brought nothing; empty: it did not fail. */
  problem: string;
}

/** The next step after a query: what was reported, or the expiry, or only when to query again. */
function stepOf({ row, news, problem }: Heard, now: number): TaskStep {
  const step = news && report(row, news, now);
  if (step && isEnded(step.state.status)) return step;
  const overdue = now >= row.expires_at ? expire(row, now) : undefined;
  if (overdue) return overdue;
  if (step) return { state: { ...step.state, ...asked(row, now) } };
  return { state: notChanged(row, now, problem) };
}

/** Writes what a query brought about leased tasks: those that end each with their money, the rest together. */
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
    // One task that cannot be written must not hold up the others; its lease ends, and it is queried again.
    if (isEnded(step.state.status)) await takeStep(dependencies, row, step).catch(dependencies.onError);
    else open.push({ row, state: step.state });
  }
  await dependencies.tasks.changeAll(open);
}

/** Writes what a platform reported by itself. A change that was first wins; what it left out is reported or queried again. */
export async function applyReport(
  dependencies: EngineDependencies,
  row: TaskRow,
  news: TaskReport,
  keys: readonly string[],
): Promise<void> {
  const step = report(row, cleanReport(news, keys), dependencies.milliseconds());
  if (step) await takeStep(dependencies, row, step);
}

/** Nothing of the channel's key or address reaches the user. */
function cleanReport(news: TaskReport, keys: readonly string[]): TaskReport {
  return { ...news, failReason: cleanMessage(maskKeys(news.failReason, keys)) };
}
