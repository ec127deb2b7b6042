import type { MadeVideo } from "../../canonical/video.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import {
  readOperation,
  readOperationName,
  readVeoReport,
  veoChoices,
  writeVeoBody,
} from "../gemini-compatible/videos.ts";
import { asFilledText, asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { CannotServe, type ChannelView, type UpstreamRequest, type VideoCapability } from "../provider.ts";
import { addressOf, authorize } from "./endpoint.ts";

/**
 * Veo on Vertex AI. The final answer of an operation contains the video's bytes, so a result only records that they
 * exist; they are fetched with the operation again.
 */
export const videos: VideoCapability = {
  choices: veoChoices,
  buildRequest: (call, channel) =>
    post(channel, call.model, "predictLongRunning", writeVeoBody(call, channel)),
  readAccepted(answer) {
    const name = readOperationName(answer);
    if (modelOf(name) === undefined) throw new UnreadableAnswer("the operation contains no model");
    return name;
  },
  buildQuery: queryOperation,
  readReport: (answer) => readVeoReport(answer, findVideos, locate),
  contentOf(_video, { id, variant }, channel) {
    if (variant !== "video") return undefined;
    return {
      request: queryOperation(id, channel),
      open(answer) {
        const video = findVideos(asObject(readOperation(answer).response) ?? {}).found;
        const base64 = asFilledText(video?.bytesBase64Encoded);
        if (base64 === undefined) throw new UnreadableAnswer("the operation contains no video");
        const bytes = Buffer.from(base64, "base64");
        return { mediaType: asFilledText(video?.mimeType) ?? "video/mp4", bytes };
      },
    };
  },
};

function post(channel: ChannelView, model: string, action: string, body: string): UpstreamRequest {
  return {
    method: "POST",
    url: addressOf(channel, "google", model, action),
    headers: { "content-type": "application/json", accept: "application/json", ...authorize(channel) },
    body,
  };
}

/** Operations are queried at their model, which is part of their name. */
function queryOperation(id: string, channel: ChannelView): UpstreamRequest {
  const model = modelOf(id);
  if (model === undefined) throw new CannotServe("The video ID contains no model.", "model");
  return post(channel, model, "fetchPredictOperation", JSON.stringify({ operationName: id }));
}

function modelOf(operation: string): string | undefined {
  return /\/models\/([^/]+)\/operations\//.exec(operation)?.[1];
}

function findVideos(response: JsonObject): { found: JsonObject | undefined; filtered: unknown } {
  const [video] = asList(response.videos);
  return { found: asObject(video), filtered: response.raiMediaFilteredReasons };
}

function locate(video: JsonObject): MadeVideo | undefined {
  return asFilledText(video.bytesBase64Encoded) === undefined ? undefined : {};
}
