import {
  familyTaskStatus,
  type MidjourneyTask,
  type TaskFile,
  type TaskRow,
  type TaskState,
  type TaskStep,
} from "@tollgate/contract/tasks";
import { taskPlatforms } from "../../relay/tasks/registry.ts";
import type { StoredTask } from "../../storage/repositories/task-repository.ts";

/** Data that the row lacks. */
export interface TaskView {
  /** Undefined for users, who see no channels. */
  channelNames: ReadonlyMap<number, string> | undefined;
  /** Signed address of a file. */
  linkTo(taskId: string, variant: string): string;
}

/** Until the platform responds, a task counts as submitted. */
export function shownState(status: StoredTask["status"]): TaskState {
  return status === "submitting" ? "submitted" : status;
}

/** JSON of our own columns; undefined for none. */
export function parseStored(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

function commonFields(row: StoredTask, { channelNames }: TaskView) {
  return {
    id: row.id,
    task_id: row.task_id,
    user_id: row.user_id,
    username: row.username,
    token_id: row.token_id,
    token_name: row.token_name,
    channel_id: channelNames ? row.channel_id : 0,
    channel_name: channelNames?.get(row.channel_id) ?? "",
    request_id: row.request_id,
    model_name: row.model_name,
    action: row.action,
    prompt: row.prompt,
    task_state: shownState(row.status),
    status: familyTaskStatus[shownState(row.status)],
    fail_reason: row.fail_reason,
    quota: row.quota,
    charge: row.charge,
  };
}

/** A row of the family's list of tasks. Times in seconds. */
export function presentTask(row: StoredTask, view: TaskView): TaskRow {
  return {
    ...commonFields(row, view),
    created_at: seconds(row.submitted_at),
    updated_at: seconds(row.updated_at),
    platform: row.platform,
    submit_time: seconds(row.submitted_at),
    start_time: seconds(row.started_at),
    finish_time: seconds(row.finished_at),
    progress: row.progress,
    properties: parseStored(row.asked) ?? {},
    data: parseStored(row.result) ?? null,
    notify_hook: row.notify_url,
  };
}

/**
 * A row of the family's list of Midjourney tasks. Times in milliseconds; the result has the fields of the platform's
 * own task.
 */
export function presentMidjourney(row: StoredTask, view: TaskView): MidjourneyTask {
  const result = fieldsOf(parseStored(row.result));
  const echo = fieldsOf(fieldsOf(parseStored(row.asked))["echo"]);
  const [file] = filesOf(row, view);
  const { finalPrompt } = fieldsOf(result["properties"]);
  return {
    ...commonFields(row, view),
    code: row.accept_code,
    mj_id: row.task_id,
    prompt_en: textOf(result["promptEn"]) || textOf(finalPrompt),
    description: textOf(result["description"]),
    state: textOf(echo["state"]),
    submit_time: row.submitted_at,
    start_time: row.started_at,
    finish_time: row.finished_at,
    image_url: file?.url ?? "",
    progress: `${row.progress}%`,
    buttons: JSON.stringify(result["buttons"] ?? []),
    properties: JSON.stringify(result["properties"] ?? {}),
    mode: row.mode,
  };
}

/** The files of a task's result with their addresses. */
export function filesOf(row: StoredTask, { linkTo }: Pick<TaskView, "linkTo">): TaskFile[] {
  const platform = taskPlatforms.find(({ id }) => id === row.platform);
  const files = platform?.filesOf?.(parseStored(row.result)) ?? [];
  return files.map(({ variant, kind, title = "" }) => ({
    variant,
    kind,
    title,
    url: linkTo(row.task_id, variant),
  }));
}

/** The fields that a follow-up of the task may use. */
export function offersOf(row: StoredTask): string[] {
  const platform = taskPlatforms.find(({ id }) => id === row.platform);
  return [...(platform?.offers?.(parseStored(row.result)) ?? [])];
}

/** When the task entered each state. */
export function timelineOf(row: StoredTask): TaskStep[] {
  const steps = parseStored(row.timeline);
  return Array.isArray(steps) ? (steps as TaskStep[]) : [];
}

/** The evaluated price, as the task's log row has it. */
export function priceOf(row: StoredTask): Record<string, unknown> {
  return fieldsOf(fieldsOf(parseStored(row.record))["metadata"]);
}
