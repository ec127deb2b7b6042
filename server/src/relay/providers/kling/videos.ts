import type { VideoCall, VideoChoices } from "../../canonical/video.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { aspectRatio, checkVideoCall } from "../kit/video-choices.ts";
import type { VideoCapability } from "../provider.ts";
import { needModelName, parseModelName } from "./model-name.ts";
import { queryTask, readRejection, readTaskId, readTaskReport, submitTask } from "./tasks.ts";

const sizes: Partial<Record<string, readonly string[]>> = {
  std: ["1280x720", "720x1280"],
  pro: ["1920x1080", "1080x1920"],
};

/** Videos for other API formats; Kling's own paths are a task platform. */
export const videos: VideoCapability = {
  choices(model): VideoChoices | undefined {
    const found = parseModelName(model);
    return found && { seconds: [found.seconds], sizes: sizes[found.mode] ?? [] };
  },
  buildRequest(call, channel) {
    checkVideoCall(call, videos.choices(call.model));
    const action = call.image === undefined ? "text2video" : "image2video";
    return submitTask(channel, { action, model: call.model, body: writeBody(call) });
  },
  readAccepted: readTaskId,
  readRejection,
  buildQuery: (id, channel, fromImage) => queryTask(channel, fromImage ? "image2video" : "text2video", id),
  readReport: readTaskReport,
  contentOf: ({ url }, { variant }) => (variant === "video" && url !== undefined ? { url } : undefined),
};

/** A video from an image has the image's shape. */
function writeBody({ model, prompt, size, image }: VideoCall): JsonObject {
  const { name, mode, seconds } = needModelName(model);
  const body: JsonObject = { model_name: name, mode, prompt, duration: String(seconds) };
  if (image !== undefined) body.image = "url" in image ? image.url : image.bytes.toString("base64");
  else if (size !== undefined) body.aspect_ratio = aspectRatio(size);
  return body;
}
