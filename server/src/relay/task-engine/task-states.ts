import type { StoredTaskStatus, TaskRow, TaskState } from "../../ledger/task-ledger.ts";
import type { TaskAccepted, TaskReport } from "../tasks/platform.ts";
import { boundResult, boundText } from "./stored-texts.ts";

/** Effect of a change on the task's hold. */
export type HoldEnd = "charge" | "release";

/** A change of a task: its next state and the effect on its hold. Undefined hold: it stays, or ended earlier. */
export interface TaskStep {
  state: TaskState;
  ends?: HoldEnd;
}

/** Order of the statuses: a task only moves forward. */
const ranks: Readonly<Record<StoredTaskStatus, number>> = {
  submitting: 0,
  submitted: 1,
  queued: 2,
  in_progress: 3,
  expired: 4,
  success: 5,
  failure: 5,
};

/** How long after its expiry a task may still succeed. Milliseconds. */
const lateLimit = 24 * 3_600_000;
/** Longest wait for the answer to a submission. Milliseconds. */
export const submissionLimit = 10 * 60_000;
const timelineMost = 20;

export function isEnded(status: StoredTaskStatus): boolean {
  return ranks[status] >= ranks.expired;
}

/** The platform accepted the task. Undefined: it ended in the meantime. Times are epoch milliseconds. */
export function accept(row: TaskRow, accepted: TaskAccepted, now: number): TaskStep | undefined {
  if (row.status !== "submitting") return undefined;
  const { upstreamId, code = 1 } = accepted;
  const state = enter(row, "submitted", now);
  return {
    state: {
      ...state,
      upstream_id: upstreamId,
      accept_code: code,
      due_at: nextPoll(row, now),
      lease_until: 0,
    },
  };
}

/**
 * The platform reports about the task. Undefined: nothing new. Late, repeated and unordered reports change nothing, with one
 * exception: a success after the expiry is stored and stays free, because its quota was released.
 */
export function report(row: TaskRow, news: TaskReport, now: number): TaskStep | undefined {
  if (row.status === "success" || row.status === "failure") return undefined;
  if (row.status === "expired") return news.status === "success" ? succeed(row, news, now) : undefined;
  if (news.status === "success") return succeed(row, news, now);
  if (news.status === "failure") return fail(row, news.failReason, now, news);
  if (ranks[news.status] < ranks[row.status]) return undefined;
  const before = withNews(row, news, now);
  const state = news.status === row.status ? before : enter(before, news.status, now);
  const isNew =
    state.status !== row.status ||
    state.progress !== row.progress ||
    state.result !== row.result ||
    state.started_at !== row.started_at;
  return isNew ? { state: { ...state, updated_at: now } } : undefined;
}

function succeed(row: TaskRow, news: TaskReport, now: number): TaskStep {
  const result = boundResult(news.result);
  if (result === undefined) return fail(row, "The result is too large to be stored.", now);
  const state = ended(enter({ ...withNews(row, news, now), result }, "success", now), news, now);
  const done = { ...state, progress: 100, fail_reason: "" };
  return row.charge === "held" ? { state: { ...done, charge: "charged" }, ends: "charge" } : { state: done };
}

/** The task failed, and its quota is released. */
export function fail(row: TaskRow, reason: string, now: number, news?: TaskReport): TaskStep {
  const before = news ? withNews(row, news, now) : pickState(row);
  const sentence = boundText(reason === "" ? "No reason was given." : reason, 1000);
  return released(ended(enter(before, "failure", now, sentence), news, now), row, sentence);
}

/** The task did not end in time, and its quota is released. Undefined: it ended. */
export function expire(row: TaskRow, now: number): TaskStep | undefined {
  if (isEnded(row.status)) return undefined;
  const reason =
    row.status === "submitting"
      ? "The gateway stopped before the platform's answer came."
      : "The task did not finish in time.";
  const status = row.status === "submitting" ? "failure" : "expired";
  const step = released(ended(enter(row, status, now, reason), undefined, now), row, reason);
  return status === "expired" ? { ...step, state: { ...step.state, due_at: latePoll(row, now) } } : step;
}

/** A query without news about the task. `problem`: why the query failed. */
export function notChanged(row: TaskRow, now: number, problem: string): TaskState {
  return { ...pickState(row), ...requested(row, now), poll_problem: boundText(problem, 300) };
}

/** Changes of an unfinished task after a query. */
export function requested(
  row: TaskRow,
  now: number,
): Pick<TaskState, "due_at" | "polls" | "lease_owner" | "lease_until"> {
  const due_at = row.status === "expired" ? latePoll(row, now) : nextPoll(row, now);
  return { due_at, polls: row.polls + 1, lease_owner: "", lease_until: 0 };
}

/** Next query of an expired task: its owner still gets a late result. 0: no more queries. */
function latePoll({ submitted_at, expires_at }: TaskRow, now: number): number {
  if (now > expires_at + lateLimit) return 0;
  return now + Math.min(3_600_000, Math.max(300_000, Math.round((now - submitted_at) / 4)));
}

/** A young task is queried often, an old one seldom, and each once more at its expiry. */
function nextPoll({ submitted_at, expires_at }: TaskRow, now: number): number {
  const wait = Math.min(60_000, Math.max(3000, (now - submitted_at) / 10));
  return expires_at > now ? Math.min(now + Math.round(wait), expires_at) : now + 60_000;
}

function withNews(row: TaskRow | TaskState, news: TaskReport, now: number): TaskState {
  const result = news.result === undefined ? row.result : (boundResult(news.result) ?? row.result);
  const started = news.status === "in_progress" ? now : 0;
  return {
    ...pickState(row),
    progress: Math.max(row.progress, Math.min(100, Math.max(0, Math.round(news.progress) || 0))),
    result,
    started_at: row.started_at || saneTime(news.startedAt, now) || started,
    poll_problem: "",
  };
}

/** The platform's clock is not trusted. */
function saneTime(time: number | undefined, now: number): number {
  return time !== undefined && Number.isFinite(time) && time > 0 && time <= now ? Math.round(time) : 0;
}

function enter(row: TaskRow | TaskState, status: StoredTaskStatus, now: number, note = ""): TaskState {
  return { ...pickState(row), status, updated_at: now, timeline: addStep(row.timeline, status, now, note) };
}

function addStep(timeline: string, state: StoredTaskStatus, at: number, note: string): string {
  const steps = JSON.parse(timeline) as unknown[];
  return JSON.stringify([...steps.slice(0, timelineMost - 1), { at, state, note }]);
}

function ended(state: TaskState, news: TaskReport | undefined, now: number): TaskState {
  const finished = saneTime(news?.finishedAt, now) || now;
  return { ...state, finished_at: finished, due_at: 0, lease_owner: "", lease_until: 0 };
}

function released(state: TaskState, row: TaskRow, reason: string): TaskStep {
  const failed: TaskState = { ...state, fail_reason: reason };
  return row.charge === "held"
    ? { state: { ...failed, charge: "released", quota: 0 }, ends: "release" }
    : { state: failed };
}

/** Without the row's facts. */
export function pickState(row: TaskRow | TaskState): TaskState {
  return {
    channel_id: row.channel_id,
    channel_key: row.channel_key,
    upstream_id: row.upstream_id,
    accept_code: row.accept_code,
    status: row.status,
    progress: row.progress,
    fail_reason: row.fail_reason,
    result: row.result,
    started_at: row.started_at,
    finished_at: row.finished_at,
    updated_at: row.updated_at,
    quota: row.quota,
    charge: row.charge,
    timeline: row.timeline,
    due_at: row.due_at,
    polls: row.polls,
    poll_problem: row.poll_problem,
    notify_at: row.notify_at,
    notify_tries: row.notify_tries,
    lease_owner: row.lease_owner,
    lease_until: row.lease_until,
  };
}
