import type { Task, TaskError, TaskErrorView } from "../platform.ts";
import { opensWindow } from "./actions.ts";
import { acceptedCodes } from "./read-answer.ts";
import { buttonsOf, filesOf, openResult } from "./result.ts";

/** The answer to a submission. Clients open their window at code 21, and take every other code than 1 for an error. */
export function renderAccepted(task: Task): unknown {
  if (waitsForWindow(task))
    return {
      code: acceptedCodes.exists,
      description: "Waiting for window confirm",
      result: task.id,
      properties: {},
    };
  const isQueued = task.code === acceptedCodes.queued;
  const description = isQueued ? "In queue" : "Submit success";
  return { code: acceptedCodes.accepted, description, result: task.id, properties: {} };
}

/** A task with the fields of the family. Times in milliseconds. */
export function renderTask(task: Task): unknown {
  const { prompt, promptEn, botType, properties } = openResult(task.result);
  return {
    id: task.id,
    action: task.action,
    customId: task.echo["customId"] ?? "",
    botType: task.echo["botType"] ?? botType ?? "",
    prompt: prompt ?? task.prompt,
    promptEn: promptEn ?? "",
    description: `/${task.action.toLowerCase()} ${task.continues ?? task.prompt}`.trim(),
    state: task.echo["state"] ?? "",
    submitTime: task.submittedAt,
    startTime: task.startedAt,
    finishTime: task.finishedAt,
    imageUrl: filesOf(task.result).length > 0 ? task.contentUrl("image") : "",
    status: statusOf(task),
    progress: `${task.progress}%`,
    failReason: task.failReason,
    buttons: buttonsOf(task.result),
    maskBase64: "",
    properties: {
      finalPrompt: properties?.finalPrompt ?? "",
      finalZhPrompt: properties?.finalZhPrompt ?? "",
    },
  };
}

const statuses: Readonly<Record<Task["status"], string>> = {
  submitted: "SUBMITTED",
  queued: "NOT_START",
  in_progress: "IN_PROGRESS",
  success: "SUCCESS",
  failure: "FAILURE",
  expired: "FAILURE",
};

function statusOf(task: Task): string {
  const isOver = task.status === "success" || task.status === "failure" || task.status === "expired";
  const waits =
    openResult(task.result).waits === true || (task.status === "submitted" && waitsForWindow(task));
  return waits && !isOver ? "MODAL" : statuses[task.status];
}

/** Code 21 also stands for work that exists already, which the caller need not know. */
function waitsForWindow(task: Task): boolean {
  return task.code === acceptedCodes.exists && opensWindow.has(task.action);
}

/** Numbers of the proxy that callers may read: no account, queue full, banned prompt. */
const passedOn: ReadonlySet<string> = new Set(["3", "23", "24"]);

/** `{code, description, type}`; `type` is the code that the other APIs answer with. */
export function renderError({ status, code, message, upstreamCode, requestId }: TaskError): TaskErrorView {
  const own = code === "no_channel_available" ? 3 : status === 429 ? 30 : status >= 500 ? 5 : 4;
  const number = upstreamCode !== undefined && passedOn.has(upstreamCode) ? Number(upstreamCode) : own;
  // Where the proxy rejected the request, the code is its number.
  const type = /^\d+$/.test(code) ? "invalid_request" : code;
  return { status, body: { code: number, description: `${message} (request id: ${requestId})`, type } };
}
