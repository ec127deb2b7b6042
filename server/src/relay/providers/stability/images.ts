import type { ImageCall, ImageResult } from "../../canonical/image.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { joinUrl } from "../kit/join-url.ts";
import { asFilledText, asObject, type JsonObject, parseJson } from "../kit/read-json.ts";
import { fieldsOf, writeForm } from "../openai-compatible/write-form.ts";
import { type CallCapability, CannotServe, type UpstreamAnswer } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { chooseAspectRatio } from "./choose-aspect-ratio.ts";
import type { WireImage } from "./wire.ts";

/** Images from text; the model's name chooses the service: https://platform.stability.ai/docs/api-reference */
export const images: CallCapability<ImageCall, ImageResult> = {
  buildRequest(call, channel) {
    if (call.operation !== "generate")
      throw new CannotServe(
        "This channel generates images from text only; it does not edit images.",
        "model",
      );
    if (call.count > 1)
      throw new CannotServe(`The model ${call.model} generates one image per request.`, "n");
    const service = serviceOf(call.model);
    const { fields, dropped } = writeFields(call, service);
    addCustomParameters(fields, channel, call.model);
    const { contentType, body } = writeForm(fieldsOf(fields));
    return {
      method: "POST",
      url: joinUrl(channel.baseUrl, `/v2beta/stable-image/generate/${service}`),
      headers: {
        "content-type": contentType,
        accept: "application/json",
        authorization: `Bearer ${channel.key}`,
      },
      body,
      ...(dropped.length > 0 && { dropped }),
    };
  },
  readResponse: readImage,
};

type Service = "core" | "ultra" | "sd3";

/** @throws CannotServe for any other name */
function serviceOf(model: string): Service {
  if (model.startsWith("sd3")) return "sd3";
  if (/(?:^|-)core$/.test(model)) return "core";
  if (/(?:^|-)ultra$/.test(model)) return "ultra";
  throw new CannotServe(
    `The model ${model} is not supported. Use stable-image-core, stable-image-ultra or sd3.`,
    "model",
  );
}

const imageFormats = new Set(["png", "jpeg", "webp"]);
/** The vendor's own fields, which callers may add to OpenAI's. */
const ownFields = new Set(["negative_prompt", "seed", "style_preset", "aspect_ratio", "cfg_scale"]);

function writeFields(call: ImageCall, service: Service): { fields: JsonObject; dropped: string[] } {
  const format = call.outputFormat ?? "png";
  const taken = imageFormats.has(format) && !(service === "sd3" && format === "webp");
  const fields: JsonObject = { prompt: call.prompt, output_format: taken ? format : "png" };
  const dropped: string[] = taken ? [] : ["output_format"];
  if (service === "sd3") fields.model = call.model;
  for (const [name, value] of Object.entries(call.extras)) {
    if (ownFields.has(name) && (typeof value === "string" || typeof value === "number")) fields[name] = value;
    else dropped.push(name);
  }
  if (call.size !== undefined && call.extras.aspect_ratio === undefined) {
    const ratio = chooseAspectRatio(call.size);
    if (ratio !== undefined) fields.aspect_ratio = ratio;
    else if (call.size !== "auto") dropped.push("size");
  }
  const unknown = {
    quality: call.quality,
    style: call.style,
    background: call.background,
    output_compression: call.outputCompression,
    user: call.endUser,
  };
  for (const [name, value] of Object.entries(unknown)) if (value !== undefined) dropped.push(name);
  return { fields, dropped };
}

/** The image, in JSON or as bytes. @throws UnreadableAnswer */
function readImage(answer: UpstreamAnswer): ImageResult {
  const type = answer.headers["content-type"] ?? "";
  if (type.startsWith("image/")) {
    if (answer.body.length === 0) throw new UnreadableAnswer("the image is empty");
    return { images: [{ base64: answer.body.toString("base64"), mediaType: type }] };
  }
  const root: WireImage | undefined = asObject(parseJson(answer.body.toString("utf8")));
  const base64 = asFilledText(root?.image);
  if (base64 === undefined)
    throw new UnreadableAnswer(
      `the answer contains no image: ${asFilledText(root?.finish_reason) ?? "no reason given"}`,
    );
  return { images: [{ base64 }] };
}
