import type { UploadedFile } from "../../canonical/image.ts";
import type { VideoCall } from "../../canonical/video.ts";
import { asObject } from "../../providers/kit/read-json.ts";
import { providers } from "../../providers/registry.ts";
import { InvalidTask, type TaskRequest, type TaskSubmission } from "../platform.ts";

/** OpenAI's own default. */
const usualModel = "sora-2";
const longestPrompt = 32_000;
/** Far above what any vendor offers. */
const longestSeconds = 600;

/** A request for a video. Unset length and size are the defaults of a known model. */
export type VideoRequest = Pick<VideoCall, "prompt" | "seconds" | "size" | "image"> & { model: string };

/** @throws InvalidTask naming the field */
export function readSubmission(request: TaskRequest): TaskSubmission {
  const { action, body, continues, continued } = request;
  if (action === "remix") {
    const prompt = readPrompt(body);
    const { units, size } = continued ?? {};
    return {
      action,
      model: continued?.model ?? "",
      prompt,
      ...(continues !== undefined && { continues }),
      ...(units && { units }),
      ...(size !== undefined && { size }),
    };
  }
  const { model, prompt, seconds, size, image } = readVideoRequest(request);
  return {
    action: image === undefined ? "text2video" : "image2video",
    model,
    prompt,
    ...(seconds !== undefined && { units: { seconds } }),
    ...(size !== undefined && { size }),
  };
}

/** @throws InvalidTask naming the field */
export function readVideoRequest({ body, files }: TaskRequest): VideoRequest {
  const prompt = readPrompt(body);
  const model = readModel(body["model"]);
  const usual = choicesOf(model);
  const seconds = readSeconds(body["seconds"]) ?? usual?.seconds[0];
  const size = readSize(body["size"]) ?? usual?.sizes[0];
  const image = readImage(files?.["input_reference"], body["input_reference"]);
  return {
    prompt,
    model,
    ...(seconds !== undefined && { seconds }),
    ...(size !== undefined && { size }),
    ...(image && { image }),
  };
}

/** Supported fields; others are reported to the caller as dropped. */
export const knownFields: ReadonlySet<string> = new Set([
  "model",
  "prompt",
  "seconds",
  "size",
  "input_reference",
]);

/** By the vendor that knows the name: a request is read before its channel is chosen. */
function choicesOf(model: string) {
  for (const { videos } of providers) {
    const found = videos?.choices(model);
    if (found) return found;
  }
  return undefined;
}

export function readPrompt(body: TaskRequest["body"]): string {
  const prompt = body["prompt"];
  if (typeof prompt !== "string" || prompt.trim() === "") throw new InvalidTask("prompt", "Give a prompt.");
  if (prompt.length > longestPrompt)
    throw new InvalidTask("prompt", `Give a prompt of at most ${longestPrompt} characters.`);
  return prompt;
}

function readModel(value: unknown): string {
  if (value === undefined || value === null) return usualModel;
  if (typeof value !== "string" || value === "" || value.length > 200)
    throw new InvalidTask("model", "Give the name of a model.");
  return value;
}

/** OpenAI writes the number as text. */
function readSeconds(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "number" ? String(value) : value;
  const seconds = typeof text === "string" && /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > longestSeconds)
    throw new InvalidTask("seconds", `Give whole seconds from 1 to ${longestSeconds}, for example "8".`);
  return seconds;
}

function readSize(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string" || !/^[1-9]\d{1,4}x[1-9]\d{1,4}$/.test(value))
    throw new InvalidTask("size", 'Give width and height in pixels, for example "1280x720".');
  return value;
}

const pictureTypes = ["image/jpeg", "image/png", "image/webp"];

function readImage(
  file: NonNullable<TaskRequest["files"]>[string] | undefined,
  value: unknown,
): VideoCall["image"] | undefined {
  if (file) return needPicture({ name: file.name, mediaType: file.type, bytes: file.bytes });
  if (value === undefined || value === null) return undefined;
  const reference = asObject(value);
  if (reference?.["file_id"] != null)
    throw new InvalidTask("input_reference.file_id", "Send the image itself, or its URL as image_url.");
  const address = reference?.["image_url"];
  if (typeof address !== "string")
    throw new InvalidTask("input_reference", "Send a file, or an object with image_url.");
  return readAddress(address);
}

function readAddress(address: string): NonNullable<VideoCall["image"]> {
  const [, mediaType, base64] = /^data:([\w.+/-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(address) ?? [];
  if (mediaType !== undefined && base64 !== undefined)
    return needPicture({ name: "picture", mediaType, bytes: Buffer.from(base64, "base64") });
  const field = "input_reference.image_url";
  if (address.length > 2000 || !/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new InvalidTask(field, "Give an https URL or a base64 data URL of an image.");
  return { url: address };
}

function needPicture(file: UploadedFile): UploadedFile {
  const mediaType = file.mediaType.toLowerCase();
  if (!pictureTypes.includes(mediaType) || file.bytes.length === 0)
    throw new InvalidTask("input_reference", "Send an image: JPEG, PNG or WebP.");
  return { ...file, mediaType };
}
