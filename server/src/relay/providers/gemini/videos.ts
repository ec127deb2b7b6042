import type { MadeVideo } from "../../canonical/video.ts";
import { readOperationName, readVeoReport, veoChoices, writeVeoBody } from "../gemini-compatible/videos.ts";
import { asFilledText, asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { shortSide } from "../kit/video-choices.ts";
import { CannotServe, type VideoCapability } from "../provider.ts";
import { addressOf, authorize, modelPath } from "./endpoint.ts";

/** Veo by the Gemini API: an operation to poll, then a file of Google's that requires the key. */
export const videos: VideoCapability = {
  choices: veoChoices,
  buildRequest(call, channel) {
    const body = writeVeoBody(call, channel);
    if (call.size !== undefined && shortSide(call.size) > 720 && (call.seconds ?? 8) !== 8)
      throw new CannotServe(
        `The model '${call.model}' generates videos of ${call.size} in 8 seconds.`,
        "seconds",
      );
    return {
      method: "POST",
      url: addressOf(channel, `${modelPath(call.model)}:predictLongRunning`),
      headers: { "content-type": "application/json", accept: "application/json", ...authorize(channel) },
      body,
    };
  },
  readAccepted: readOperationName,
  buildQuery(id, channel) {
    const headers = { accept: "application/json", ...authorize(channel) };
    return { method: "GET", url: addressOf(channel, id), headers };
  },
  readReport: (answer) => readVeoReport(answer, findSamples, locate),
  contentOf({ url, fileId }, { variant }, channel) {
    if (variant !== "video") return undefined;
    if (fileId === undefined) return url === undefined ? undefined : { url };
    // The URL starts with the channel's own base: the key is never sent to a URL from an answer.
    const address = addressOf(channel, `files/${encodeURIComponent(fileId)}:download?alt=media`);
    return { request: { method: "GET", url: address, headers: authorize(channel) } };
  },
};

function findSamples(response: JsonObject): { found: JsonObject | undefined; filtered: unknown } {
  const made = asObject(response.generateVideoResponse);
  const [sample] = asList(made?.generatedSamples);
  return { found: asObject(asObject(sample)?.video), filtered: made?.raiMediaFilteredReasons };
}

/** A file of Google's by its id; any other URL unchanged. */
function locate(video: JsonObject): MadeVideo | undefined {
  const uri = asFilledText(video.uri);
  if (uri === undefined) return undefined;
  const fileId = /^https:\/\/[^/?#]+\/v\d+\w*\/files\/([\w-]+)(?::download)?(?:\?|$)/.exec(uri)?.[1];
  return fileId === undefined ? { url: uri } : { fileId };
}
