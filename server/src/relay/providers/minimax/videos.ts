import type { VideoChoices } from "../../canonical/video.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { joinUrl } from "../kit/join-url.ts";
import { tryParse } from "../kit/problem-from-status.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { readVideoStatus, reportVideo } from "../kit/read-video-status.ts";
import { codeText } from "../kit/refine-problem.ts";
import { checkVideoCall, imageAddress, shortSide } from "../kit/video-choices.ts";
import { buildJsonRequest } from "../openai-compatible/chat.ts";
import { authorizeChannel } from "../openai-compatible/endpoint.ts";
import { CannotServe, type ChannelView, type UpstreamAnswer, type UpstreamRequest } from "../provider.ts";
import type { VideoCapability } from "../provider.ts";
import { options } from "./chat.ts";
import { problemInAnswer, readProblem } from "./problems.ts";

const sizes = ["1366x768", "1920x1080"];

/** platform.minimax.io/docs/api-reference/video-generation-intro */
const families: readonly (readonly [RegExp, VideoChoices])[] = [
  [/^MiniMax-Hailuo-2\.3-Fast/, { seconds: [6, 10], sizes, image: "required" }],
  [/^MiniMax-Hailuo-(?:2\.3|02)/, { seconds: [6, 10], sizes }],
  [/^T2V-01/, { seconds: [6], sizes: [], image: "none" }],
  [/^I2V-01/, { seconds: [6], sizes: [], image: "required" }],
];

/** Hailuo: a task, then a file, then the address of the file. */
export const videos: VideoCapability = {
  choices: (model) => families.find(([name]) => name.test(model))?.[1],
  buildRequest(call, channel) {
    const { model, prompt, seconds, size, image } = call;
    checkVideoCall(call, videos.choices(model));
    const resolution = size === undefined ? undefined : `${shortSide(size)}P`;
    if (resolution === "1080P" && seconds !== undefined && seconds > 6)
      throw new CannotServe(
        `The model '${model}' generates videos of ${size} pixels in 6 seconds.`,
        "seconds",
      );
    const body: JsonObject = { model, prompt };
    if (seconds !== undefined) body.duration = seconds;
    if (resolution !== undefined) body.resolution = resolution;
    if (image !== undefined) body.first_frame_image = imageAddress(image);
    addCustomParameters(body, channel, model);
    const url = joinUrl(channel.baseUrl, "/v1/video_generation");
    return buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify(body) });
  },
  readAccepted(answer) {
    const id = codeText(readBody(answer).task_id);
    if (id === "") throw new UnreadableAnswer("the answer has no task_id");
    return id;
  },
  /** A failed task's answer contains a code as well, which is the task's. */
  readRejection(answer) {
    const text = answer.body.toString("utf8");
    const body = asObject(tryParse(text));
    const isRejection = body && body.status === undefined && problemInAnswer(body);
    return isRejection ? readProblem(200, text, {}) : undefined;
  },
  buildQuery: (id, channel) => get(channel, `/v1/query/video_generation?task_id=${encodeURIComponent(id)}`),
  readReport(answer) {
    const body = readBody(answer);
    if (asFilledText(body.status) === undefined) throw new UnreadableAnswer("the task has no status");
    const fileId = codeText(body.file_id);
    const [width, height] = [readCountIfGiven(body.video_width), readCountIfGiven(body.video_height)];
    return reportVideo(readVideoStatus(statuses, body.status), {
      reason: asFilledText(problemInAnswer(body)?.message),
      video: {
        ...(fileId !== "" && { fileId }),
        ...(width !== undefined && height !== undefined && { size: `${width}x${height}` }),
      },
    });
  },
  contentOf({ fileId }, { variant }, channel) {
    if (variant !== "video" || fileId === undefined) return undefined;
    const group = channel.other === "" ? "" : `GroupId=${encodeURIComponent(channel.other)}&`;
    return {
      request: get(channel, `/v1/files/retrieve?${group}file_id=${encodeURIComponent(fileId)}`),
      open(answer) {
        const url = asFilledText(asObject(readBody(answer).file)?.download_url);
        if (url === undefined) throw new UnreadableAnswer("the file has no download_url");
        return { url };
      },
    };
  },
};

const statuses = {
  preparing: "queued",
  queueing: "queued",
  processing: "in_progress",
  success: "success",
  fail: "failure",
} as const;

function readBody({ body }: UpstreamAnswer): JsonObject {
  return needObject(parseJson(body.toString("utf8")), "the answer");
}

function get(channel: ChannelView, path: string): UpstreamRequest {
  const headers = { accept: "application/json", ...authorizeChannel(options, channel) };
  return { method: "GET", url: joinUrl(channel.baseUrl, path), headers };
}
