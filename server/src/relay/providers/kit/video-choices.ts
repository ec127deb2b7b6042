import type { VideoCall, VideoChoices } from "../../canonical/video.ts";
import { CannotServe } from "../provider.ts";

/**
 * Checks a call against the model's lengths and sizes.
 * @throws CannotServe naming `model`, `seconds`, `size` or `input_reference`
 */
export function checkVideoCall(call: VideoCall, choices: VideoChoices | undefined): VideoChoices {
  const { model, seconds, size, image } = call;
  if (call.remixOf !== undefined)
    throw new CannotServe(`The model '${model}' does not support videos based on an earlier video.`, "id");
  if (choices === undefined)
    throw new CannotServe(`This channel does not generate videos with '${model}'.`, "model");
  if (seconds !== undefined && !choices.seconds.includes(seconds))
    throw new CannotServe(
      `The model '${model}' generates videos of ${list(choices.seconds.toSorted((a, b) => a - b))} seconds.`,
      "seconds",
    );
  if (size !== undefined && !choices.sizes.includes(size))
    throw new CannotServe(
      choices.sizes.length === 0
        ? `The model '${model}' does not accept a size.`
        : `The model '${model}' generates videos of ${list(choices.sizes)} pixels.`,
      "size",
    );
  if (choices.image === "required" && image === undefined)
    throw new CannotServe(`The model '${model}' requires a first image.`, "input_reference");
  if (choices.image === "none" && image !== undefined)
    throw new CannotServe(`The model '${model}' generates videos from text only.`, "input_reference");
  return choices;
}

function list(values: readonly (string | number)[]): string {
  const last = values.at(-1);
  return values.length < 2 ? String(last) : `${values.slice(0, -1).join(", ")} or ${last}`;
}

/** The image as a URL: its own, or a data URL with its bytes. */
export function imageAddress(image: NonNullable<VideoCall["image"]>): string {
  if ("url" in image) return image.url;
  return `data:${image.mediaType};base64,${image.bytes.toString("base64")}`;
}

/** `16:9`, for a size in pixels. */
export function aspectRatio(size: string): string {
  const { width, height } = pixelsOf(size);
  const divisor = greatestDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

/** Pixels of the shorter side: 720 for `1280x720`. */
export function shortSide(size: string): number {
  const { width, height } = pixelsOf(size);
  return Math.min(width, height);
}

function pixelsOf(size: string): { width: number; height: number } {
  const [width = 0, height = 0] = size.split("x").map(Number);
  return { width, height };
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? Math.max(one, 1) : greatestDivisor(other, one % other);
}
