import type { StoredTaskStatus, TaskFacts, TaskRow, TaskState } from "../../src/ledger/task-ledger.ts";

/** A task as stored at its submission, of user 1 with token 7 at channel 5. */
export function newTask(taskId: string, more: Partial<TaskFacts & TaskState> = {}): TaskFacts & TaskState {
  return {
    task_id: taskId,
    platform: "test",
    action: "generate",
    mode: "",
    model_name: "m",
    user_id: 1,
    username: "user-1",
    token_id: 7,
    token_name: "t",
    request_id: `request-${taskId}`,
    continues: "",
    prompt: "a toll gate",
    asked: "{}",
    record: "{}",
    notify_url: "",
    submitted_at: 1_700_000_000_000,
    expires_at: 1_700_003_600_000,
    channel_id: 5,
    channel_key: 0,
    upstream_id: "",
    accept_code: 0,
    status: "submitting",
    progress: 0,
    fail_reason: "",
    result: "",
    started_at: 0,
    finished_at: 0,
    updated_at: 1_700_000_000_000,
    quota: 0,
    charge: "held",
    timeline: "[]",
    due_at: 0,
    polls: 0,
    poll_problem: "",
    notify_at: 0,
    notify_tries: 0,
    lease_owner: "",
    lease_until: 0,
    ...more,
  };
}

/** The state of a finished task; a cost of 0 releases its quota. */
export function finishedState(row: TaskRow, status: StoredTaskStatus, cost: number): TaskState {
  return { ...row, status, quota: cost, charge: cost > 0 ? "charged" : "released", due_at: 0 };
}
