import type { VideoCall, VideoChoices, VideoReport } from "../../canonical/video.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { milliseconds, readVideoStatus, reportVideo } from "../kit/read-video-status.ts";
import { checkVideoCall } from "../kit/video-choices.ts";
import type { ChannelView, UpstreamAnswer, UpstreamRequest, VideoCapability } from "../provider.ts";
import { buildJsonRequest } from "./chat.ts";
import { authorizeChannel, endpointUrl } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";
import { fieldsOf, writeForm } from "./write-form.ts";

const upright = ["720x1280", "1280x720"];
const soraChoices: readonly (readonly [RegExp, VideoChoices])[] = [
  [/^sora-2-pro/, { seconds: [4, 8, 12], sizes: [...upright, "1024x1792", "1792x1024"] }],
  [/^sora-2/, { seconds: [4, 8, 12], sizes: upright }],
];

/**
 * Videos in OpenAI's format (developers.openai.com/api/reference/resources/videos). Unknown model names are passed on.
 */
export function compatibleVideos(options: CompatibleOptions = {}): VideoCapability {
  const get = (channel: ChannelView, path: string, query = ""): UpstreamRequest => {
    const url = endpointUrl(options, channel, path, "");
    const joined = query === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`;
    return { method: "GET", url: joined, headers: authorizeChannel(options, channel) };
  };
  return {
    choices: choicesOf,
    buildRequest: (call, channel) => buildVideoRequest(options, call, channel),
    readAccepted(answer) {
      const id = asFilledText(readVideo(answer).id);
      if (id === undefined) throw new UnreadableAnswer("the video has no id");
      return id;
    },
    buildQuery: (id, channel) => get(channel, `/videos/${encodeURIComponent(id)}`),
    readReport: (answer) => readReport(readVideo(answer)),
    contentOf: (_video, { id, variant }, channel) => ({
      request: get(channel, `/videos/${encodeURIComponent(id)}/content`, `variant=${variant}`),
    }),
  };
}

function choicesOf(model: string): VideoChoices | undefined {
  return soraChoices.find(([name]) => name.test(model))?.[1];
}

function buildVideoRequest(
  options: CompatibleOptions,
  call: VideoCall,
  channel: ChannelView,
): UpstreamRequest {
  const { model, prompt, seconds, size, image, remixOf } = call;
  if (remixOf !== undefined) {
    const url = endpointUrl(options, channel, `/videos/${encodeURIComponent(remixOf)}/remix`, model);
    return buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify({ prompt }) });
  }
  const choices = choicesOf(model);
  if (choices) checkVideoCall(call, choices);
  const url = endpointUrl(options, channel, "/videos", model);
  const body: JsonObject = { model, prompt };
  if (seconds !== undefined) body.seconds = String(seconds);
  if (size !== undefined) body.size = size;
  addCustomParameters(body, channel, model);
  if (image === undefined || "url" in image) {
    if (image) body.input_reference = { image_url: image.url };
    return buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify(body) });
  }
  const form = writeForm([...fieldsOf(body), { name: "input_reference", value: image }]);
  return {
    method: "POST",
    url,
    headers: {
      "content-type": form.contentType,
      accept: "application/json",
      ...authorizeChannel(options, channel),
    },
    body: form.body,
  };
}

function readVideo({ body }: UpstreamAnswer): JsonObject {
  return needObject(parseJson(body.toString("utf8")), "the video");
}

const statuses = { queued: "queued", completed: "success", failed: "failure", cancelled: "failure" } as const;

function readReport(video: JsonObject): VideoReport {
  if (asFilledText(video.status) === undefined) throw new UnreadableAnswer("the video has no status");
  const seconds = readCountIfGiven(video.seconds);
  const size = asFilledText(video.size);
  const report = reportVideo(readVideoStatus(statuses, video.status), {
    reason: asFilledText(asObject(video.error)?.message),
    video: { ...(seconds !== undefined && { seconds }), ...(size !== undefined && { size }) },
    progress: readCountIfGiven(video.progress) ?? 0,
  });
  const finishedAt = milliseconds(video.completed_at);
  if (finishedAt !== undefined) report.finishedAt = finishedAt;
  return report;
}
