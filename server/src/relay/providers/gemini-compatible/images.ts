import { noUsage } from "@tollgate/contract/cost";
import type { ImageCall, ImageResult } from "../../canonical/image.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asFilledText, asList, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { type CallCapability, CannotServe } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { addGeminiParameters } from "./add-custom-parameters.ts";
import { buildGeminiRequest } from "./chat.ts";
import type { GeminiOptions } from "./options.ts";
import { readUsage } from "./read-usage.ts";

/**
 * Images: Imagen by `predict`, Gemini models by an answer with an image. Google returns bytes, never a URL. Imagen
 * reports no usage; an image counts as 258 tokens (https://ai.google.dev/gemini-api/docs/tokens).
 */
export function compatibleGeminiImages(options: GeminiOptions): CallCapability<ImageCall, ImageResult> {
  return {
    buildRequest(call, channel) {
      const dropped = new Set(unsupportedFields(call));
      const imagen = isImagen(call.model);
      const body = imagen ? imagenBody(call) : geminiBody(call, dropped);
      addGeminiParameters(body, channel, call.model);
      const about = { model: call.model, action: imagen ? "predict" : "generateContent" };
      return nameDropped(
        buildGeminiRequest(options, about, channel, { body: JSON.stringify(body) }),
        dropped,
      );
    },
    readResponse(answer, call) {
      const body = needObject(parseJson(answer.body.toString("utf8")), "the answer");
      const result = isImagen(call.model) ? readPredictions(body) : readGeneratedImages(body);
      if (result.images.length === 0)
        throw new UnreadableAnswer(`the answer contains no image${whyNone(body)}`);
      return result;
    },
  };
}

function isImagen(model: string): boolean {
  return model.slice(model.lastIndexOf("/") + 1).startsWith("imagen");
}

function unsupportedFields(call: ImageCall): string[] {
  const fields: JsonObject = { quality: call.quality, style: call.style, background: call.background };
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined && fields[name] !== "auto");
  if (call.endUser !== undefined) names.push("user");
  return [...names, ...Object.keys(call.extras)];
}

function imagenBody(call: ImageCall): JsonObject {
  if (call.operation !== "generate")
    throw new CannotServe(`The model '${call.model}' generates images from text only.`, "image");
  const parameters: JsonObject = { sampleCount: call.count, personGeneration: "allow_adult" };
  const ratio = aspectRatio(call.size);
  if (ratio !== undefined) parameters.aspectRatio = ratio;
  if (call.outputFormat !== undefined) {
    const output: JsonObject = { mimeType: `image/${call.outputFormat}` };
    if (call.outputCompression !== undefined) output.compressionQuality = call.outputCompression;
    parameters.outputOptions = output;
  }
  return { instances: [{ prompt: call.prompt }], parameters };
}

function geminiBody(call: ImageCall, dropped: Set<string>): JsonObject {
  if (call.operation === "variation")
    throw new CannotServe(`The model '${call.model}' requires a text prompt.`, "prompt");
  if (call.count > 1)
    throw new CannotServe(`The model '${call.model}' generates one image per request.`, "n");
  if (call.mask) throw new CannotServe(`The model '${call.model}' does not accept a mask.`, "mask");
  if (call.outputFormat !== undefined) dropped.add("output_format");
  const pictures = call.images.map(({ mediaType, bytes }) => ({
    inlineData: { mimeType: mediaType, data: bytes.toString("base64") },
  }));
  const generationConfig: JsonObject = { responseModalities: ["TEXT", "IMAGE"] };
  const ratio = aspectRatio(call.size);
  if (ratio !== undefined) generationConfig.imageConfig = { aspectRatio: ratio };
  return { contents: [{ role: "user", parts: [{ text: call.prompt }, ...pictures] }], generationConfig };
}

const ratios = ["1:1", "3:4", "4:3", "9:16", "16:9"];

/** The nearest supported aspect ratio; undefined for `auto` and other words. */
function aspectRatio(size: string | undefined): string | undefined {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(size ?? "") ?? [];
  if (width === undefined || height === undefined) return undefined;
  const wanted = Math.log(Number(width) / Number(height));
  const distance = (ratio: string): number => {
    const [across = 1, down = 1] = ratio.split(":").map(Number);
    return Math.abs(Math.log(across / down) - wanted);
  };
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

const tokensPerImage = 258;

function readPredictions(body: JsonObject): ImageResult {
  const images = asList(body.predictions).flatMap((entry) => {
    const prediction = asObject(entry);
    const base64 = asFilledText(prediction?.bytesBase64Encoded);
    if (base64 === undefined) return [];
    const mediaType = asFilledText(prediction?.mimeType) ?? "image/png";
    const revisedPrompt = asFilledText(prediction?.prompt);
    return [{ base64, mediaType, ...(revisedPrompt === undefined ? {} : { revisedPrompt }) }];
  });
  return { images, usage: { ...noUsage, output_image: tokensPerImage * images.length } };
}

function readGeneratedImages(body: JsonObject): ImageResult {
  const images = asList(body.candidates).flatMap((candidate) =>
    asList(asObject(asObject(candidate)?.content)?.parts).flatMap((part) => {
      const inline = asObject(asObject(part)?.inlineData);
      const base64 = asFilledText(inline?.data);
      const mediaType = asFilledText(inline?.mimeType) ?? "";
      return base64 !== undefined && mediaType.startsWith("image/") ? [{ base64, mediaType }] : [];
    }),
  );
  const usage = readUsage(body);
  return usage ? { images, usage } : { images };
}

/** Google's reason for a filtered image. */
function whyNone(body: JsonObject): string {
  const [prediction] = asList(body.predictions);
  const [candidate] = asList(body.candidates);
  const reason =
    asFilledText(asObject(prediction)?.raiFilteredReason) ??
    asFilledText(asObject(candidate)?.finishMessage) ??
    asFilledText(asObject(candidate)?.finishReason) ??
    asFilledText(asObject(body.promptFeedback)?.blockReason);
  return reason === undefined ? "" : `: ${reason}`;
}
