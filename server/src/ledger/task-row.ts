/**
 * The columns of table `tasks` beside `id`: the row's types, the statements of both databases and the messages to the
 * writer thread come from them. Times are epoch milliseconds; 0: has not come.
 */

/** Set by the submission. */
export const taskFactColumns = {
  /** Our id, for callers. */
  task_id: "text",
  platform: "text",
  action: "text",
  mode: "text",
  model_name: "text",
  user_id: "bigint",
  username: "text",
  token_id: "bigint",
  token_name: "text",
  request_id: "text",
  /** `task_id` of the task that this one continues. */
  continues: "text",
  prompt: "text",
  /** JSON: units, size, quality and the caller's own fields. */
  asked: "text",
  /** JSON: the log row of a task that succeeds. */
  record: "text",
  /** The caller's webhook. */
  notify_url: "text",
  submitted_at: "bigint",
  expires_at: "bigint",
} as const satisfies Record<string, ColumnType>;

/** Changes later. */
export const taskStateColumns = {
  channel_id: "bigint",
  /** Which of the channel's keys. */
  channel_key: "integer",
  /** The platform's own id; empty until it accepted the task. */
  upstream_id: "text",
  /** The platform's code for how it accepted the task. */
  accept_code: "integer",
  /** `submitting`: it is not known yet whether the platform accepts it. */
  status: "text",
  progress: "integer",
  fail_reason: "text",
  /** JSON; empty: nothing yet. */
  result: "text",
  started_at: "bigint",
  finished_at: "bigint",
  updated_at: "bigint",
  /** Held or charged quota. */
  quota: "bigint",
  /** `held`, `charged` or `released`. */
  charge: "text",
  /** JSON: when the task entered each state. */
  timeline: "text",
  /** When the platform is queried next; 0: never. */
  due_at: "bigint",
  polls: "integer",
  /** Why the last query failed. */
  poll_problem: "text",
  /** When the caller is notified next; 0: never. */
  notify_at: "bigint",
  notify_tries: "integer",
  /** Which process queries it, and until when. */
  lease_owner: "text",
  lease_until: "bigint",
} as const satisfies Record<string, ColumnType>;

type ColumnType = "bigint" | "integer" | "text";

type Stored<Columns extends Record<string, ColumnType>> = {
  [Name in keyof Columns]: Columns[Name] extends "text" ? string : number;
};

export const taskStatuses = [
  "submitting",
  "submitted",
  "queued",
  "in_progress",
  "success",
  "failure",
  "expired",
] as const;
export type StoredTaskStatus = (typeof taskStatuses)[number];
export type TaskChargeState = "held" | "charged" | "released";

export type TaskFacts = Stored<typeof taskFactColumns>;
export type TaskState = Omit<Stored<typeof taskStateColumns>, "status" | "charge"> & {
  status: StoredTaskStatus;
  charge: TaskChargeState;
};
/** A task as it is stored; `version` counts its changes. */
export type TaskRow = TaskFacts & TaskState & { version: number };

export const taskFactNames = Object.keys(taskFactColumns) as (keyof TaskFacts)[];
export const taskStateNames = Object.keys(taskStateColumns) as (keyof TaskState)[];
