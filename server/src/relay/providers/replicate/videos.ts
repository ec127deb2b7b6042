import type { VideoCall, VideoChoices } from "../../canonical/video.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { joinUrl } from "../kit/join-url.ts";
import { asFilledText, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { readVideoStatus, reportVideo } from "../kit/read-video-status.ts";
import { aspectRatio, checkVideoCall, imageAddress, shortSide } from "../kit/video-choices.ts";
import { type UpstreamAnswer, type VideoCapability } from "../provider.ts";
import { requestPrediction } from "./predictions.ts";

interface VideoModel extends VideoChoices {
  /** Name of the input for the first image. */
  imageInput: string;
  /** Inputs for the size. */
  writeSize?(size: string): JsonObject;
}

const hd = ["1280x720", "720x1280"];
const fullHd = ["1920x1080", "1080x1920"];
const byRatio = (size: string): JsonObject => ({ aspect_ratio: aspectRatio(size) });
const byResolution = (size: string): JsonObject => ({ ...byRatio(size), resolution: `${shortSide(size)}p` });
const wan = { seconds: [5, 10], sizes: [...hd, ...fullHd] };

/** Every model has its own input names, documented on its page (replicate.com/<owner>/<name>/api). */
const models: Readonly<Record<string, VideoModel>> = {
  "google/veo-3.1": veo(),
  "google/veo-3.1-fast": veo(),
  "kwaivgi/kling-v2.5-turbo-pro": {
    seconds: [5, 10],
    sizes: fullHd,
    imageInput: "start_image",
    writeSize: byRatio,
  },
  "minimax/hailuo-2.3": { seconds: [6], sizes: [], imageInput: "first_frame_image" },
  "wan-video/wan-2.5-t2v": {
    ...wan,
    image: "none",
    imageInput: "image",
    writeSize: (size) => ({ size: size.replace("x", "*") }),
  },
  "wan-video/wan-2.5-i2v": {
    ...wan,
    image: "required",
    imageInput: "image",
    writeSize: (size) => ({ resolution: `${shortSide(size)}p` }),
  },
};

function veo(): VideoModel {
  return { seconds: [8, 6, 4], sizes: [...hd, ...fullHd], imageInput: "image", writeSize: byResolution };
}

/** The name may end in a version. */
function findModel(name: string): VideoModel | undefined {
  const [bare = ""] = name.split(":");
  return Object.hasOwn(models, bare) ? models[bare] : undefined;
}

/** Videos as predictions without waiting. */
export const videos: VideoCapability = {
  choices: findModel,
  buildRequest(call, channel) {
    const model = findModel(call.model);
    checkVideoCall(call, model);
    const request = requestPrediction(channel, call.model, model ? writeInput(call, model) : {}, false);
    // The video is polled later: no waiting, no following here.
    delete request.headers.prefer;
    delete request.follow;
    return request;
  },
  readAccepted(answer) {
    const id = asFilledText(readPrediction(answer).id);
    if (id === undefined) throw new UnreadableAnswer("the prediction has no id");
    return id;
  },
  buildQuery(id, channel) {
    return {
      method: "GET",
      url: joinUrl(channel.baseUrl, `/v1/predictions/${encodeURIComponent(id)}`),
      headers: { accept: "application/json", authorization: `Bearer ${channel.key}` },
    };
  },
  readReport(answer) {
    const prediction = readPrediction(answer);
    if (asFilledText(prediction.status) === undefined)
      throw new UnreadableAnswer("the prediction has no status");
    const { output } = prediction;
    const url = asFilledText(Array.isArray(output) ? output[0] : output);
    const report = reportVideo(readVideoStatus(statuses, prediction.status), {
      reason: asFilledText(prediction.error),
      video: url === undefined ? {} : { url },
    });
    const [startedAt, finishedAt] = [readTime(prediction.started_at), readTime(prediction.completed_at)];
    if (startedAt !== undefined) report.startedAt = startedAt;
    if (finishedAt !== undefined) report.finishedAt = finishedAt;
    return report;
  },
  contentOf: ({ url }, { variant }) => (variant === "video" && url !== undefined ? { url } : undefined),
};

const statuses = {
  starting: "queued",
  processing: "in_progress",
  succeeded: "success",
  failed: "failure",
  canceled: "failure",
  aborted: "failure",
} as const;

function writeInput({ prompt, seconds, size, image }: VideoCall, model: VideoModel): JsonObject {
  const input: JsonObject = { prompt, ...(size !== undefined && model.writeSize?.(size)) };
  if (seconds !== undefined) input.duration = seconds;
  if (image !== undefined) input[model.imageInput] = imageAddress(image);
  return input;
}

function readPrediction({ body }: UpstreamAnswer): JsonObject {
  return needObject(parseJson(body.toString("utf8")), "the prediction");
}

function readTime(value: unknown): number | undefined {
  const time = Date.parse(asFilledText(value) ?? "");
  return Number.isFinite(time) ? time : undefined;
}
