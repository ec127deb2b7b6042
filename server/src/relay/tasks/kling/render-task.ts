import { asObject } from "../../providers/kit/read-json.ts";
import type { Task, TaskError, TaskErrorView } from "../platform.ts";

const statuses: Readonly<Record<Task["status"], string>> = {
  submitted: "submitted",
  queued: "submitted",
  in_progress: "processing",
  success: "succeed",
  failure: "failed",
  expired: "failed",
};

/** Kling's envelope around a task. Its `request_id` is the task's id. */
export function renderTask(task: Task): Record<string, unknown> {
  const { id, status, failReason, submittedAt, startedAt, finishedAt } = task;
  return {
    code: 0,
    message: "SUCCEED",
    request_id: id,
    data: {
      task_id: id,
      task_status: statuses[status],
      task_status_msg: failReason,
      created_at: submittedAt,
      updated_at: Math.max(submittedAt, startedAt, finishedAt),
      ...(status === "success" && { task_result: { videos: [renderVideo(task)] } }),
    },
  };
}

function renderVideo({ id, result, units, contentUrl }: Task): Record<string, unknown> {
  const made = asObject(result)?.["seconds"];
  const seconds = typeof made === "number" ? made : units?.seconds;
  return { id, url: contentUrl("video"), ...(seconds !== undefined && { duration: String(seconds) }) };
}

/** Kling's numbers, of which clients know the first digits. */
const codes: Partial<Record<number, number>> = {
  400: 1201,
  401: 1002,
  402: 1102,
  403: 1103,
  404: 1203,
  429: 1302,
  503: 5001,
  504: 5002,
};

export function renderError({ status, message, field, requestId }: TaskError): TaskErrorView {
  const code = codes[status] ?? (status >= 500 ? 5000 : 1200);
  const named = field === undefined ? message : `${field}: ${message}`;
  return { status, body: { code, message: named, request_id: requestId } };
}
