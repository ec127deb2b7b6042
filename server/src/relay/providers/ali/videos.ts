import type { VideoCall, VideoChoices } from "../../canonical/video.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { readVideoStatus, reportVideo } from "../kit/read-video-status.ts";
import { checkVideoCall, imageAddress, shortSide } from "../kit/video-choices.ts";
import { buildJsonRequest } from "../openai-compatible/chat.ts";
import { authorizeChannel } from "../openai-compatible/endpoint.ts";
import { type UpstreamAnswer, type VideoCapability } from "../provider.ts";
import { options } from "./chat.ts";
import { bareAddress } from "./protocol.ts";

const small = ["832x480", "480x832"];
const hd = ["1280x720", "720x1280"];
const fullHd = ["1920x1080", "1080x1920"];

/** Wan models by name prefix (alibabacloud.com/help/en/model-studio/text-to-video-api-reference). */
const families: readonly (readonly [RegExp, VideoChoices])[] = [
  [/^wan2\.6-t2v/, { seconds: [5, 10, 15], sizes: [...fullHd, ...hd], image: "none" }],
  [/^wan2\.6-i2v/, { seconds: [5, 10, 15], sizes: [...fullHd, ...hd], image: "required" }],
  [/^wan2\.5-t2v/, { seconds: [5, 10], sizes: [...fullHd, ...hd, ...small], image: "none" }],
  [/^wan2\.5-i2v/, { seconds: [5, 10], sizes: [...fullHd, ...hd, ...small], image: "required" }],
  [/^wan2\.2-t2v-plus/, { seconds: [5], sizes: [...fullHd, ...small], image: "none" }],
  [/^wan2\.2-i2v-plus/, { seconds: [5], sizes: [...fullHd, ...small], image: "required" }],
  [/^wan2\.2-i2v-flash/, { seconds: [5], sizes: [...hd, ...small], image: "required" }],
];

/** Wan by DashScope's own API, where every video is a task. */
export const videos: VideoCapability = {
  choices: (model) => families.find(([name]) => name.test(model))?.[1],
  buildRequest(call, channel) {
    checkVideoCall(call, videos.choices(call.model));
    const url = `${bareAddress(channel)}/api/v1/services/aigc/video-generation/video-synthesis`;
    const body: JsonObject = {
      model: call.model,
      input: writeInput(call),
      parameters: writeParameters(call),
    };
    addCustomParameters(body, channel, call.model, ["parameters", "input"]);
    const headers = { "x-dashscope-async": "enable" };
    return buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify(body), headers });
  },
  readAccepted(answer) {
    const id = asFilledText(readOutput(answer).task_id);
    if (id === undefined) throw new UnreadableAnswer("the answer has no task_id");
    return id;
  },
  buildQuery(id, channel) {
    const headers = { accept: "application/json", ...authorizeChannel(options, channel) };
    return { method: "GET", url: `${bareAddress(channel)}/api/v1/tasks/${encodeURIComponent(id)}`, headers };
  },
  readReport(answer) {
    const output = readOutput(answer);
    if (asFilledText(output.task_status) === undefined) throw new UnreadableAnswer("the task has no status");
    const url = asFilledText(output.video_url);
    const seconds = readCountIfGiven(asObject(readBody(answer).usage)?.video_duration);
    const report = reportVideo(readVideoStatus(statuses, output.task_status), {
      reason: asFilledText(output.message) ?? asFilledText(output.code),
      video: { ...(url !== undefined && { url }), ...(seconds !== undefined && { seconds }) },
    });
    const [startedAt, finishedAt] = [readTime(output.scheduled_time), readTime(output.end_time)];
    if (startedAt !== undefined) report.startedAt = startedAt;
    if (finishedAt !== undefined) report.finishedAt = finishedAt;
    return report;
  },
  contentOf: ({ url }, { variant }) => (variant === "video" && url !== undefined ? { url } : undefined),
};

/** DashScope reports `unknown` for an expired task. */
const statuses = {
  pending: "queued",
  running: "in_progress",
  succeeded: "success",
  failed: "failure",
  canceled: "failure",
  unknown: "failure",
} as const;

function writeInput({ prompt, image }: VideoCall): JsonObject {
  return { prompt, ...(image && { img_url: imageAddress(image) }) };
}

/** A video from an image has the image's shape, so only the resolution is sent. */
function writeParameters({ seconds, size, image }: VideoCall): JsonObject {
  const parameters: JsonObject = {};
  if (seconds !== undefined) parameters.duration = seconds;
  if (size !== undefined && image !== undefined) parameters.resolution = `${shortSide(size)}P`;
  if (size !== undefined && image === undefined) parameters.size = size.replace("x", "*");
  return parameters;
}

function readBody({ body }: UpstreamAnswer): JsonObject {
  return needObject(parseJson(body.toString("utf8")), "the answer");
}

function readOutput(answer: UpstreamAnswer): JsonObject {
  return needObject(readBody(answer).output, "the answer's output");
}

/** `2026-06-03 14:39:28.123`, in Beijing time. */
function readTime(value: unknown): number | undefined {
  const text = asFilledText(value);
  if (text === undefined || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(text)) return undefined;
  const time = Date.parse(`${text.replace(" ", "T")}+08:00`);
  return Number.isFinite(time) ? time : undefined;
}
