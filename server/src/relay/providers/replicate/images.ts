import type { ImageCall, ImageResult } from "../../canonical/image.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asFilledText, type JsonObject, parseJson } from "../kit/read-json.ts";
import { type CallCapability, CannotServe } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { needOutput, readUsage } from "./from-wire.ts";
import { requestPrediction } from "./predictions.ts";

/** Images as predictions. Input images differ between models, so only text is supported. */
export const images: CallCapability<ImageCall, ImageResult> = {
  buildRequest(call, channel) {
    if (call.operation !== "generate")
      throw new CannotServe("This channel generates images from text only.", "image");
    const input: JsonObject = { ...call.extras, prompt: call.prompt };
    if (call.count > 1) input.num_outputs = call.count;
    const ratio = call.size === undefined ? undefined : nearestRatio(call.size);
    if (ratio !== undefined) input.aspect_ratio = ratio;
    if (call.outputFormat !== undefined)
      input.output_format = call.outputFormat === "jpeg" ? "jpg" : call.outputFormat;
    const request = requestPrediction(channel, call.model, input, false);
    const dropped = findUnsupported(call);
    return nameDropped(request, dropped);
  },
  readResponse({ body }) {
    const prediction = needOutput(parseJson(body.toString("utf8")));
    const output = Array.isArray(prediction.output) ? prediction.output : [prediction.output];
    const pictures = output.flatMap((entry) => readImage(asFilledText(entry)));
    if (pictures.length === 0) throw new UnreadableAnswer("the prediction has no images");
    const result: ImageResult = { images: pictures };
    const created = Date.parse(asFilledText(prediction.created_at) ?? "");
    if (Number.isFinite(created)) result.created = Math.floor(created / 1000);
    const usage = readUsage(prediction);
    if (usage) result.usage = usage;
    return result;
  },
};

/** The output is a URL, or a data URL if the input requested one. */
function readImage(output: string | undefined): ImageResult["images"] {
  if (output === undefined) return [];
  const inline = /^data:([^;,]+);base64,(.+)$/s.exec(output);
  if (inline === null) return /^https?:\/\//.test(output) ? [{ url: output }] : [];
  const [, mediaType = "", base64 = ""] = inline;
  return [{ mediaType, base64 }];
}

/** Ratios that the common models support. */
const ratios = ["1:1", "16:9", "21:9", "3:2", "2:3", "4:5", "5:4", "3:4", "4:3", "9:16", "9:21"];

/** The ratio closest to a size like `1792x1024`; undefined for `auto` and everything else. */
function nearestRatio(size: string): string | undefined {
  if (ratios.includes(size)) return size;
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  const wanted = Math.log(Number(width) / Number(height));
  if (!Number.isFinite(wanted)) return undefined;
  const distance = (ratio: string): number => {
    const [across = 1, down = 1] = ratio.split(":").map(Number);
    return Math.abs(Math.log(across / down) - wanted);
  };
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

function findUnsupported(call: ImageCall): string[] {
  const { quality, style, background, outputCompression, endUser } = call;
  const fields = { quality, style, background, output_compression: outputCompression, user: endUser };
  const dropped = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  // Replicate returns URLs.
  if (call.answer === "base64") dropped.push("response_format");
  return dropped;
}
