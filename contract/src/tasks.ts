import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { listQuery, pageOf, queryTime } from "./list-query.ts";
import { logRow } from "./logs.ts";

/** How far a task is. The last three are final; `expired` did not finish in time. */
export const taskStates = ["submitted", "queued", "in_progress", "success", "failure", "expired"] as const;
export type TaskState = (typeof taskStates)[number];

/** The family's words; `expired` is a `FAILURE` there. */
export const familyTaskStatus = {
  submitted: "SUBMITTED",
  queued: "QUEUED",
  in_progress: "IN_PROGRESS",
  success: "SUCCESS",
  failure: "FAILURE",
  expired: "FAILURE",
} as const satisfies Record<TaskState, string>;

/** What the price of a task did to the balance: held since the submission, charged at success, released at failure or expiry. */
export const taskCharges = ["held", "charged", "released"] as const;
export type TaskCharge = (typeof taskCharges)[number];

/** Fields beyond the family's, the same in both lists. */
const common = {
  task_id: z.string().describe("The gateway's id of the task; never the platform's own."),
  task_state: z.enum(taskStates).describe("State of the task; distinguishes `expired` from `failure`."),
  charge: z.enum(taskCharges).describe("What `quota` is: held, charged, or released (then 0)."),
  model_name: z.string(),
  username: z.string(),
  token_name: z.string(),
  channel_name: z.string().describe("Empty for a deleted channel, and for users."),
  request_id: z.string(),
};

const money = z.int().describe("Quota held or charged.");

/** Times are epoch milliseconds; 0: has not come. */
export const midjourneyTask = z
  .object({
    ...common,
    id: z.int(),
    code: z.int().describe("1: submitted, 21: waits for more, 22: queued, 0: not accepted yet."),
    user_id: z.int(),
    action: z.string(),
    mj_id: z.string().describe("The same as `task_id`."),
    prompt: z.string(),
    prompt_en: z.string(),
    description: z.string(),
    state: z.string().describe("The `state` that the caller sent with the submission."),
    submit_time: z.int(),
    start_time: z.int(),
    finish_time: z.int(),
    image_url: z.string().describe("Signed address at the gateway; expires. Empty: no picture yet."),
    status: z.string().describe("SUBMITTED, QUEUED, IN_PROGRESS, SUCCESS or FAILURE."),
    progress: z.string().describe("Percent with its sign, `40%`."),
    fail_reason: z.string(),
    channel_id: z.int().describe("0 for users."),
    quota: money,
    buttons: z.string().describe("JSON text: the buttons of follow-ups."),
    properties: z.string().describe("JSON text."),
    mode: z.string(),
    token_id: z.int(),
  })
  .meta({ id: "MidjourneyTask", description: "A Midjourney task; times in epoch milliseconds." });
export type MidjourneyTask = z.infer<typeof midjourneyTask>;

/** Times are epoch seconds; 0: has not come. */
export const taskRow = z
  .object({
    ...common,
    id: z.int(),
    created_at: z.int(),
    updated_at: z.int(),
    platform: z.string(),
    user_id: z.int(),
    channel_id: z.int().describe("0 for users."),
    quota: money,
    action: z.string(),
    prompt: z.string(),
    status: z.string().describe("SUBMITTED, QUEUED, IN_PROGRESS, SUCCESS or FAILURE."),
    fail_reason: z.string(),
    submit_time: z.int(),
    start_time: z.int(),
    finish_time: z.int(),
    progress: z.int(),
    properties: z
      .unknown()
      .describe("Parameters of the submission: size, quality, seconds, the caller's fields."),
    data: z.unknown().describe("The platform's result; null until there is one."),
    notify_hook: z.string(),
    token_id: z.int(),
  })
  .meta({ id: "Task", description: "A task; times in epoch seconds." });
export type TaskRow = z.infer<typeof taskRow>;

export const taskFileKinds = ["image", "audio", "video"] as const;

/** A file of a result. */
export const taskFile = z
  .object({
    variant: z.string(),
    kind: z.enum(taskFileKinds),
    title: z.string(),
    url: z.string().describe("Signed address at the gateway; expires. Read the task again for a new one."),
  })
  .meta({ id: "TaskFile", description: "A file that a task made." });
export type TaskFile = z.infer<typeof taskFile>;

/** A step of a task, the oldest first. */
export const taskStep = z
  .object({
    at: z.int().describe("Epoch milliseconds."),
    state: z.enum(taskStates),
    note: z.string().describe("Reason, where the state alone is not enough."),
  })
  .meta({ id: "TaskStep", description: "When a task came into a state." });
export type TaskStep = z.infer<typeof taskStep>;

/** The entry of the ledger that charged the task. */
export const taskLedgerEntry = z
  .object({ id: z.string(), kind: z.string(), amount: z.int(), created_at: z.int() })
  .meta({ id: "TaskLedgerEntry", description: "The ledger entry of a charged task." });

/** One task with everything that is known about it. Times of `task` in epoch seconds, others in epoch milliseconds. */
export const taskDetail = z
  .object({
    task: taskRow,
    mode: z.string(),
    submitted_at: z.int(),
    started_at: z.int(),
    finished_at: z.int(),
    expires_at: z.int().describe("When an unfinished task fails automatically."),
    files: z.array(taskFile),
    offers: z.array(z.string()).describe("What a follow-up may use: the ids of buttons or clips."),
    continues: z.string().describe("`task_id` of the task that this one continues; empty: none."),
    followed_by: z.array(z.string()).describe("`task_id` of the tasks that continue this one."),
    timeline: z.array(taskStep),
    price: z
      .looseObject({})
      .describe("The price that was evaluated at the submission, as in a log row's `metadata`."),
    ledger: taskLedgerEntry.nullable().describe("Null until the task is charged."),
    log: logRow.nullable().describe("Null until the task has ended, and after its log row was deleted."),
    polling: z
      .object({
        polls: z.int().describe("How often the platform was queried about the task."),
        next_poll_at: z.int().describe("Epoch milliseconds; 0: no more."),
        problem: z.string().describe("Why the last query failed; empty: it did not."),
      })
      .nullable()
      .describe("For administrators."),
  })
  .meta({
    id: "TaskDetail",
    description: "A task with its result, files, price, ledger entry and timeline.",
  });
export type TaskDetail = z.infer<typeof taskDetail>;

/** Accepts the family's words and the gateway's. `failure` includes `expired`, as in the family. */
const statusFilter = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(["", ...taskStates]))
  .default("")
  .describe("A state, in either case: SUBMITTED, IN_PROGRESS, …; FAILURE includes expired tasks.");

const queryId = z.coerce.number().int().min(0).default(0);
const text = z.string().trim().max(200).default("");

const ownFilters = {
  token_id: queryId,
  action: text,
  status: statusFilter,
};
const adminFilters = {
  channel_id: queryId,
  user_id: queryId,
  username: text.describe("A whole name."),
};
const milliseconds = z.coerce.number().int().min(0).default(0).describe("Epoch milliseconds; 0: no bound.");

const midjourneyOrder = [
  "id",
  "user_id",
  "code",
  "action",
  "mj_id",
  "submit_time",
  "start_time",
  "finish_time",
  "status",
  "channel_id",
] as const;
const midjourneyFilters = {
  ...ownFilters,
  mj_id: text,
  start_timestamp: milliseconds,
  end_timestamp: milliseconds,
};

const taskOrder = [
  "id",
  "created_at",
  "submit_time",
  "finish_time",
  "channel_id",
  "user_id",
  "platform",
] as const;
const taskFilters = {
  ...ownFilters,
  platform: text.describe("One platform; empty: all but Midjourney. `all`: every platform."),
  task_id: text,
  start_timestamp: queryTime,
  end_timestamp: queryTime,
};
const userIds = z
  .string()
  .max(2000)
  .regex(/^(\d+(,\d+)*)?$/)
  .default("")
  .describe("Comma-separated ids of users.");

export const listMidjourneyTasks = defineEndpoint({
  method: "GET",
  path: "/api/mj/",
  access: "admin",
  summary: "Midjourney tasks of all users",
  query: listQuery(midjourneyOrder, { ...midjourneyFilters, ...adminFilters }),
  data: pageOf(midjourneyTask),
});

export const listOwnMidjourneyTasks = defineEndpoint({
  method: "GET",
  path: "/api/mj/self",
  access: "user",
  summary: "Your Midjourney tasks",
  query: listQuery(midjourneyOrder, midjourneyFilters),
  data: pageOf(midjourneyTask),
});

export const listTasks = defineEndpoint({
  method: "GET",
  path: "/api/task/",
  access: "admin",
  summary: "Tasks of all users",
  query: listQuery(taskOrder, { ...taskFilters, ...adminFilters, user_ids: userIds }),
  data: pageOf(taskRow),
});

export const listOwnTasks = defineEndpoint({
  method: "GET",
  path: "/api/task/self",
  access: "user",
  summary: "Your tasks",
  query: listQuery(taskOrder, taskFilters),
  data: pageOf(taskRow),
});

const taskParams = z.object({ task_id: z.string().min(1).max(100) });

export const getTask = defineEndpoint({
  method: "GET",
  path: "/api/task/:task_id",
  access: "admin",
  summary: "One task with result, files, price, ledger entry and timeline; Midjourney's, too",
  params: taskParams,
  data: taskDetail,
});

export const getOwnTask = defineEndpoint({
  method: "GET",
  path: "/api/task/self/:task_id",
  access: "user",
  summary: "Get one of your tasks with result, files, price, ledger entry and timeline",
  params: taskParams,
  data: taskDetail,
});

/** Path prefix of result files. */
export const taskContentRoot = "/task-content";

/** Path of a file of a result at the gateway; opens with a signature in the query, or with the API key of the task's user. */
export function taskContentPath(taskId: string, variant: string): string {
  return `${taskContentRoot}/${encodeURIComponent(taskId)}/${encodeURIComponent(variant === "" ? "0" : variant)}`;
}
