import { asObject } from "../../providers/kit/read-json.ts";
import type { Task, TaskError, TaskErrorView } from "../platform.ts";

const statuses: Readonly<Record<Task["status"], string>> = {
  submitted: "queued",
  queued: "queued",
  in_progress: "in_progress",
  success: "completed",
  failure: "failed",
  expired: "failed",
};

const seconds = (milliseconds: number): number | null =>
  milliseconds > 0 ? Math.floor(milliseconds / 1000) : null;

/** OpenAI's object for a video. Length and size are those of the result, else those of the request. */
export function renderVideo(task: Task): Record<string, unknown> {
  const made = asObject(task.result);
  const length = typeof made?.["seconds"] === "number" ? made["seconds"] : task.units?.seconds;
  const size = typeof made?.["size"] === "string" ? made["size"] : task.size;
  return {
    id: task.id,
    object: "video",
    model: task.model,
    status: statuses[task.status],
    progress: task.progress,
    created_at: seconds(task.submittedAt) ?? 0,
    completed_at: seconds(task.finishedAt),
    expires_at: null,
    ...(length !== undefined && { seconds: String(length) }),
    ...(size !== undefined && { size }),
    prompt: task.prompt,
    remixed_from_video_id: task.continues ?? null,
    error: renderFailure(task),
  };
}

function renderFailure({ status, failReason }: Task): { code: string; message: string } | null {
  if (status === "failure") return { code: "video_generation_failed", message: failReason };
  return status === "expired" ? { code: "video_generation_expired", message: failReason } : null;
}

/** A page of videos. */
export function renderVideos(tasks: readonly Task[], more: boolean): Record<string, unknown> {
  return {
    object: "list",
    data: tasks.map(renderVideo),
    first_id: tasks[0]?.id ?? null,
    last_id: tasks.at(-1)?.id ?? null,
    has_more: more,
  };
}

export function renderDeleted(id: string): Record<string, unknown> {
  return { id, object: "video.deleted", deleted: true };
}

/** OpenAI's error object. */
export function renderError({ status, code, message, field, requestId }: TaskError): TaskErrorView {
  const type = status >= 500 ? "server_error" : status === 429 ? "rate_limit_error" : "invalid_request_error";
  return {
    status,
    body: { error: { message: `${message} (request id: ${requestId})`, type, param: field ?? null, code } },
  };
}
