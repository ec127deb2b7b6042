import { addCustomParameters } from "../../providers/kit/add-custom-parameters.ts";
import { joinUrl } from "../../providers/kit/join-url.ts";
import type { UpstreamRequest } from "../../providers/provider.ts";
import type { SubmissionContext, TaskChannel, TaskRequest } from "../platform.ts";
import { readRequest } from "./read-submission.ts";

/** The request that submits a task, or reads the seed of an earlier one. */
export function buildSubmission(request: TaskRequest, context: SubmissionContext): UpstreamRequest {
  const { channel, continued, notifyUrl, upstreamModel } = context;
  const { path, body, mode, isRead } = readRequest(request);
  const upstreamId = continued?.upstreamId;
  if (isRead) return buildRead(path.replace("{id}", encodeURIComponent(upstreamId ?? "")), channel);
  const sent: Record<string, unknown> = {
    ...body,
    ...(upstreamId !== undefined && { taskId: upstreamId }),
    // Nothing else of the caller's filter: it could choose the operator's account.
    accountFilter: { modes: [mode.toUpperCase()] },
    ...(notifyUrl !== undefined && { notifyHook: notifyUrl }),
  };
  addCustomParameters(sent, channel, upstreamModel, ["accountFilter"]);
  return buildPost(path, sent, channel);
}

/** Asks about tasks. Tasks that the proxy does not know are left out of its answer. */
export function buildQuery(upstreamIds: readonly string[], channel: TaskChannel): UpstreamRequest {
  return buildPost("task/list-by-condition", { ids: upstreamIds }, channel);
}

function buildPost(path: string, body: unknown, channel: TaskChannel): UpstreamRequest {
  return {
    method: "POST",
    url: joinUrl(channel.baseUrl, `/mj/${path}`),
    headers: { "content-type": "application/json", "mj-api-secret": channel.key },
    body: JSON.stringify(body),
  };
}

function buildRead(path: string, channel: TaskChannel): UpstreamRequest {
  return {
    method: "GET",
    url: joinUrl(channel.baseUrl, `/mj/${path}`),
    headers: { "mj-api-secret": channel.key },
  };
}
