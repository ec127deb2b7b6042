import type { VideoChoices } from "../../canonical/video.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { tryParse } from "../kit/problem-from-status.ts";
import { asFilledText, asList, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { readVideoStatus, reportVideo } from "../kit/read-video-status.ts";
import { checkVideoCall, imageAddress } from "../kit/video-choices.ts";
import { buildJsonRequest } from "../openai-compatible/chat.ts";
import { authorizeChannel, endpointUrl } from "../openai-compatible/endpoint.ts";
import { type UpstreamAnswer, type VideoCapability } from "../provider.ts";
import { options } from "./chat.ts";
import { readProblem } from "./problems.ts";
import { signIfSelected } from "./sign-jwt.ts";

const large = ["1920x1080", "1080x1920", "1280x720", "720x1280", "1024x1024", "2048x1080", "3840x2160"];

/** docs.z.ai/api-reference/video/generate-video */
const families: readonly (readonly [RegExp, VideoChoices])[] = [
  [/^cogvideox-3/i, { seconds: [5, 10], sizes: large }],
  [/^cogvideox/i, { seconds: [5, 10], sizes: ["1920x1080", "1080x1920", "1024x1024", "720x480"] }],
  [/^viduq1-text/i, { seconds: [5], sizes: ["1920x1080"], image: "none" }],
  [/^viduq1-image/i, { seconds: [5], sizes: ["1920x1080"], image: "required" }],
  [/^vidu2-image/i, { seconds: [4], sizes: ["1280x720"], image: "required" }],
];

/** CogVideoX and Vidu, polled at `/async-result`. */
export const videos: VideoCapability = {
  choices: (model) => families.find(([name]) => name.test(model))?.[1],
  buildRequest(call, channel) {
    const { model, prompt, seconds, size, image } = call;
    checkVideoCall(call, videos.choices(model));
    const body: JsonObject = { model, prompt };
    if (seconds !== undefined) body.duration = seconds;
    if (size !== undefined) body.size = size;
    if (image !== undefined) body.image_url = imageAddress(image);
    addCustomParameters(body, channel, model);
    const url = endpointUrl(options, channel, "/videos/generations", model);
    const request = buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify(body) });
    return signIfSelected(request, channel);
  },
  readAccepted(answer) {
    const id = asFilledText(readTask(answer).id);
    if (id === undefined) throw new UnreadableAnswer("the answer has no id");
    return id;
  },
  /** A failed task's answer may contain an error as well, which is the task's. */
  readRejection(answer) {
    const text = answer.body.toString("utf8");
    const body = asObject(tryParse(text));
    return body?.error != null && body.task_status === undefined ? readProblem(200, text, {}) : undefined;
  },
  buildQuery(id, channel) {
    const url = endpointUrl(options, channel, `/async-result/${encodeURIComponent(id)}`, "");
    const headers = { accept: "application/json", ...authorizeChannel(options, channel) };
    return signIfSelected({ method: "GET", url, headers }, channel);
  },
  readReport(answer) {
    const task = readTask(answer);
    if (asFilledText(task.task_status) === undefined) throw new UnreadableAnswer("the task has no status");
    const made = asObject(asList(task.video_result)[0]);
    const [url, thumbnailUrl] = [asFilledText(made?.url), asFilledText(made?.cover_image_url)];
    return reportVideo(readVideoStatus(statuses, task.task_status), {
      reason: asFilledText(asObject(task.error)?.message),
      video: { ...(url !== undefined && { url }), ...(thumbnailUrl !== undefined && { thumbnailUrl }) },
    });
  },
  contentOf({ url, thumbnailUrl }, { variant }) {
    const address = variant === "video" ? url : variant === "thumbnail" ? thumbnailUrl : undefined;
    return address === undefined ? undefined : { url: address };
  },
};

const statuses = { processing: "in_progress", success: "success", fail: "failure" } as const;

function readTask({ body }: UpstreamAnswer): JsonObject {
  return needObject(parseJson(body.toString("utf8")), "the task");
}
