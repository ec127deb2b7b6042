import { asObject } from "../../providers/kit/read-json.ts";
import { writeModelName } from "../../providers/kling/model-name.ts";
import { readNotifyUrl } from "../address.ts";
import { InvalidTask, type TaskRequest, type TaskSubmission } from "../platform.ts";

const longestText = 2500;

/** Kling's own fields that are passed on as they are. */
export const passedFields = [
  "prompt",
  "negative_prompt",
  "cfg_scale",
  "aspect_ratio",
  "camera_control",
  "image",
  "image_tail",
  "static_mask",
  "dynamic_masks",
] as const;

/** Fields with a meaning of their own here. */
export const readFields = ["model_name", "mode", "duration", "sound", "callback_url"] as const;

/** The version, the mode and the length that a request names, or Kling's defaults. */
export interface KlingRequest {
  name: string;
  mode: string;
  seconds: number;
}

/** @throws InvalidTask naming the field */
export function readSubmission({ action, body }: TaskRequest): TaskSubmission {
  const requested = readKlingRequest(body);
  const prompt = readText(body, "prompt", longestText);
  if (action === "text2video" && prompt === undefined) throw new InvalidTask("prompt", "Give a prompt.");
  readText(body, "negative_prompt", longestText);
  checkPictures(action, body);
  checkShape(body);
  const notifyUrl = readNotifyUrl(body, "callback_url");
  return {
    action,
    model: writeModelName(requested),
    units: { seconds: requested.seconds },
    quality: requested.mode,
    prompt: prompt ?? "",
    ...(notifyUrl !== undefined && { notifyUrl }),
  };
}

/** @throws InvalidTask naming the field */
export function readKlingRequest(body: TaskRequest["body"]): KlingRequest {
  const name = readText(body, "model_name", 60) ?? "kling-v1";
  if (!/^[a-z][\w.-]*$/.test(name)) throw new InvalidTask("model_name", "Give a name such as kling-v2-1.");
  const mode = readText(body, "mode", 10) ?? "std";
  if (mode !== "std" && mode !== "pro") throw new InvalidTask("mode", "Give std or pro.");
  if (body["sound"] != null && body["sound"] !== "off")
    throw new InvalidTask("sound", "Videos with sound have no price. Remove the field or set it to off.");
  return { name, mode, seconds: readDuration(body["duration"], name) };
}

/** Kling writes the number as text. Version 3 makes every length from 3 to 15 seconds. */
function readDuration(value: unknown, name: string): number {
  if (value === undefined || value === null) return 5;
  const text = typeof value === "number" ? String(value) : value;
  const seconds = typeof text === "string" && /^\d{1,2}$/.test(text) ? Number(text) : 0;
  const isAny = name.startsWith("kling-v3") && seconds >= 3 && seconds <= 15;
  if (!isAny && seconds !== 5 && seconds !== 10)
    throw new InvalidTask(
      "duration",
      name.startsWith("kling-v3") ? "Give seconds from 3 to 15." : 'Give "5" or "10".',
    );
  return seconds;
}

function checkPictures(action: string, body: TaskRequest["body"]): void {
  const pictures = ["image", "image_tail", "static_mask"] as const;
  for (const field of pictures)
    if (body[field] != null && (typeof body[field] !== "string" || body[field] === ""))
      throw new InvalidTask(field, "Give the URL of an image, or the image in base64.");
  if (action === "image2video" && body["image"] == null && body["image_tail"] == null)
    throw new InvalidTask("image", "Give the URL of an image, or the image in base64.");
}

function checkShape(body: TaskRequest["body"]): void {
  const { cfg_scale: scale, aspect_ratio: ratio, camera_control: camera, dynamic_masks: masks } = body;
  if (scale != null && !(typeof scale === "number" && scale >= 0 && scale <= 1))
    throw new InvalidTask("cfg_scale", "Give a number from 0 to 1.");
  if (ratio != null && !["16:9", "9:16", "1:1"].includes(ratio as string))
    throw new InvalidTask("aspect_ratio", "Give 16:9, 9:16 or 1:1.");
  if (camera != null && !asObject(camera)) throw new InvalidTask("camera_control", "Give an object.");
  if (masks != null && !Array.isArray(masks)) throw new InvalidTask("dynamic_masks", "Give a list.");
}

function readText(body: TaskRequest["body"], field: string, longest: number): string | undefined {
  const value = body[field];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string" || value.length > longest)
    throw new InvalidTask(field, `Give a text of at most ${longest} characters.`);
  return value;
}
