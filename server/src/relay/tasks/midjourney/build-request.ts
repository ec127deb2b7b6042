import { addCustomParameters } from "../../providers/kit/add-custom-parameters.ts";
import { joinUrl } from "../../providers/kit/join-url.ts";
import type { UpstreamRequest } from "../../providers/provider.ts";
import type { SubmissionContext, TaskChannel, TaskRequest } from "../platform.ts";
import { imageSeed } from "./paths.ts";
import { readRequest } from "./read-submission.ts";

/** The request that submits a task, or reads the seed of a finished one. */
export function buildSubmission(request: TaskRequest, context: SubmissionContext): UpstreamRequest {
  const { channel, continued, notifyUrl, upstreamModel } = context;
  const upstreamId = continued?.upstreamId;
  if (request.action === imageSeed && upstreamId !== undefined) return buildSeedQuery(upstreamId, channel);
  const { path, body, mode } = readRequest(request);
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

/** Queries tasks. The answer leaves out tasks that the proxy does not have. */
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

function buildSeedQuery(upstreamId: string, channel: TaskChannel): UpstreamRequest {
  return {
    method: "GET",
    url: joinUrl(channel.baseUrl, `/mj/task/${encodeURIComponent(upstreamId)}/${imageSeed}`),
    headers: { "mj-api-secret": channel.key },
  };
}
