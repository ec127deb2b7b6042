import type { Task, TaskError, TaskErrorView } from "../platform.ts";

const success = (data: unknown): unknown => ({ code: "success", message: "", data });

export const renderAccepted = (task: Task): unknown => success(task.id);
export const renderTask = (task: Task): unknown => success(describeTask(task));
export const renderTasks = (tasks: readonly Task[]): unknown => success(tasks.map(describeTask));

const statuses: Readonly<Record<Task["status"], string>> = {
  submitted: "SUBMITTED",
  queued: "QUEUED",
  in_progress: "IN_PROGRESS",
  success: "SUCCESS",
  failure: "FAILURE",
  expired: "FAILURE",
};

/** A task with the fields of the family. Times in seconds, 0 for one that has not come. */
function describeTask(task: Task): unknown {
  const seconds = (time: number): number => Math.floor(time / 1000);
  return {
    task_id: task.id,
    action: task.action,
    status: statuses[task.status],
    fail_reason: task.failReason,
    submit_time: seconds(task.submittedAt),
    start_time: seconds(task.startedAt),
    finish_time: seconds(task.finishedAt),
    progress: `${task.progress}%`,
    data: task.result ?? null,
  };
}

export function renderError({ status, code, message, requestId }: TaskError): TaskErrorView {
  return { status, body: { code, message: `${message} (request id: ${requestId})`, data: null } };
}
