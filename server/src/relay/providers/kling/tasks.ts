import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import type { MadeVideo, VideoReport } from "../../canonical/video.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { joinUrl } from "../kit/join-url.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asList, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { tryParse } from "../kit/problem-from-status.ts";
import { milliseconds, readVideoStatus, reportVideo } from "../kit/read-video-status.ts";
import { type ChannelView, type UpstreamAnswer, type UpstreamRequest } from "../provider.ts";
import { readProblem } from "./problems.ts";
import { signed } from "./sign-jwt.ts";

/** The vendor's two paths; a task is queried at the path of its submission. */
export const klingActions = ["text2video", "image2video"] as const;
export type KlingAction = (typeof klingActions)[number];

/** A submission. `body` has the vendor's own fields; the channel's custom parameters are added. */
export function submitTask(
  channel: ChannelView,
  { action, model, body }: { action: KlingAction; model: string; body: JsonObject },
): UpstreamRequest {
  const sent = { ...body };
  addCustomParameters(sent, channel, model);
  const url = joinUrl(channel.baseUrl, `/v1/videos/${action}`);
  return signed(channel, { method: "POST", url, body: JSON.stringify(sent) });
}

/** The id of an accepted task. @throws UnreadableAnswer */
export function readTaskId(answer: UpstreamAnswer): string {
  const id = asFilledText(readData(answer).task_id);
  if (id === undefined || !/^[\w-]+$/.test(id)) throw new UnreadableAnswer("the answer has no task_id");
  return id;
}

/** A code other than 0, for any status. */
export function readRejection(answer: UpstreamAnswer): UpstreamProblem | undefined {
  const text = answer.body.toString("utf8");
  const code = asObject(tryParse(text))?.code;
  return code === undefined || Number(code) === 0
    ? undefined
    : readProblem(answer.status, text, answer.headers);
}

export function queryTask(channel: ChannelView, action: KlingAction, id: string): UpstreamRequest {
  const url = joinUrl(channel.baseUrl, `/v1/videos/${action}/${encodeURIComponent(id)}`);
  return signed(channel, { method: "GET", url });
}

/** @throws UnreadableAnswer */
export function readTaskReport(answer: UpstreamAnswer): VideoReport {
  const data = readData(answer);
  if (asFilledText(data.task_status) === undefined) throw new UnreadableAnswer("the task has no task_status");
  const status = readVideoStatus(statuses, data.task_status);
  const report = reportVideo(status, {
    reason: asFilledText(data.task_status_msg),
    video: readVideo(asObject(asList(asObject(data.task_result)?.videos)[0])),
  });
  const finishedAt = milliseconds(data.updated_at);
  if (finishedAt !== undefined && (status === "success" || status === "failure"))
    report.finishedAt = finishedAt;
  return report;
}

const statuses = {
  submitted: "queued",
  processing: "in_progress",
  succeed: "success",
  failed: "failure",
} as const;

function readVideo(video: JsonObject | undefined): MadeVideo {
  const url = asFilledText(video?.url);
  const seconds = readCountIfGiven(video?.duration);
  return { ...(url !== undefined && { url }), ...(seconds !== undefined && { seconds }) };
}

function readData({ body }: UpstreamAnswer): JsonObject {
  return needObject(asObject(parseJson(body.toString("utf8")))?.data, "the answer's data");
}
