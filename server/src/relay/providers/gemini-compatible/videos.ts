import type { VideoCall, VideoChoices, VideoReport } from "../../canonical/video.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { asFilledText, asList, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { reportVideo } from "../kit/read-video-status.ts";
import { aspectRatio, checkVideoCall, shortSide } from "../kit/video-choices.ts";
import { CannotServe, type ChannelView, type UpstreamAnswer } from "../provider.ts";

const hd = ["1280x720", "720x1280"];
const fullHd = [...hd, "1920x1080", "1080x1920"];
const ultraHd = [...fullHd, "3840x2160", "2160x3840"];

/** Veo models by name prefix (ai.google.dev/gemini-api/docs/video). */
const families: readonly (readonly [RegExp, VideoChoices])[] = [
  [/^veo-3\.1-lite/, { seconds: [8, 6, 4], sizes: fullHd }],
  [/^veo-3\.1/, { seconds: [8, 6, 4], sizes: ultraHd }],
  [/^veo-3/, { seconds: [8, 6, 4], sizes: fullHd }],
  [/^veo-2/, { seconds: [8, 6, 5], sizes: hd }],
];

export function veoChoices(model: string): VideoChoices | undefined {
  return families.find(([name]) => name.test(model))?.[1];
}

/** The body of `predictLongRunning`. @throws CannotServe naming the field */
export function writeVeoBody(call: VideoCall, channel: ChannelView): string {
  checkVideoCall(call, veoChoices(call.model));
  const { model, prompt, seconds, size, image } = call;
  const instance: JsonObject = { prompt };
  if (image !== undefined) {
    if ("url" in image)
      throw new CannotServe("This channel accepts image bytes only, not image URLs.", "input_reference");
    instance.image = { bytesBase64Encoded: image.bytes.toString("base64"), mimeType: image.mediaType };
  }
  const parameters: JsonObject = { sampleCount: 1 };
  if (seconds !== undefined) parameters.durationSeconds = seconds;
  if (size !== undefined) {
    parameters.aspectRatio = aspectRatio(size);
    const side = shortSide(size);
    // Veo 2 has one resolution and no such parameter.
    if (!model.startsWith("veo-2")) parameters.resolution = side === 2160 ? "4k" : `${side}p`;
  }
  addCustomParameters(parameters, channel, model);
  // Each further sample is another billed video, and the channel's key cannot fetch files of a bucket.
  parameters.sampleCount = 1;
  delete parameters.storageUri;
  return JSON.stringify({ instances: [instance], parameters });
}

/** The operation's name, a path of plain segments. @throws UnreadableAnswer */
export function readOperationName(answer: UpstreamAnswer): string {
  const name = asFilledText(readOperation(answer).name);
  if (name === undefined || !isOperationName(name)) throw new UnreadableAnswer("the operation has no name");
  return name;
}

/** True for a name that a URL contains unescaped. */
function isOperationName(name: string): boolean {
  return name.length <= 400 && /^\w[\w.-]*(?:\/\w[\w.-]*)*\/operations\/\w[\w.-]*$/.test(name);
}

export function readOperation({ body }: UpstreamAnswer): JsonObject {
  return needObject(parseJson(body.toString("utf8")), "the operation");
}

/**
 * Status of an operation, which reports no progress. `videos` finds the samples in its response; a finished one without
 * samples was filtered.
 * @throws UnreadableAnswer
 */
export function readVeoReport(
  answer: UpstreamAnswer,
  videos: (response: JsonObject) => { found: JsonObject | undefined; filtered: unknown },
  locate: (video: JsonObject) => VideoReport["video"],
): VideoReport {
  const operation = readOperation(answer);
  const { done, error } = operation;
  if (asFilledText(operation.name) === undefined && done === undefined)
    throw new UnreadableAnswer("the operation has no name");
  if (done !== true) return reportVideo("in_progress", { video: {} });
  const problem = asObject(error);
  if (problem) return reportVideo("failure", { reason: asFilledText(problem.message), video: {} });
  const { found, filtered } = videos(asObject(operation.response) ?? {});
  const video = found && locate(found);
  if (video) return reportVideo("success", { video });
  const reasons = asList(filtered).filter((one) => typeof one === "string");
  const reason = reasons.length > 0 ? reasons.join(" ") : "The provider's filter blocked the video.";
  return reportVideo("failure", { reason, video: {} });
}
