import type { DrawnPictures } from "../../canonical/image.ts";
import type { CallSize } from "../format.ts";
import { type Fields } from "../kit/check-value.ts";
import { needFields, readText, readWhole } from "../kit/read-fields.ts";
import { readForm } from "../kit/read-form.ts";
import { readMost, readOtherSizes } from "./other-fields.ts";
import { isModelsChoice, type ImageRequest, pictureTokens, writtenTokens } from "./picture-tokens.ts";
import { formKinds, picturesMost, readImageRequest } from "./read-head.ts";

/**
 * Input tokens of an image for a GPT image model, in high and low fidelity
 * (developers.openai.com/api/docs/guides/image-generation).
 */
const closePicture = 7000;
const givenPicture = 1000;
/** Output tokens of a partial image. */
const partialPicture = 100;
/** Output tokens of an image by one of Google's models, the maximum. */
const googlePicture = 2520;

/** Images by number, size and quality. `body` has passed `readHead`. */
export function measureGeneration(body: unknown, drawn?: DrawnPictures): CallSize {
  return measure(needFields(body), 0, drawn);
}

/** The same for a call with a form. */
export function measureForm(body: unknown, drawn?: DrawnPictures): CallSize {
  const { fields, files } = readForm(body, formKinds);
  return measure(fields, files.length, drawn);
}

/** Images of a whole response, or of the event that completes one. */
export function picturesOf(answer: object): DrawnPictures {
  const { data, size, quality } = answer as { data?: unknown; size?: unknown; quality?: unknown };
  return {
    count: Array.isArray(data) ? data.length : 0,
    ...(typeof size === "string" && size !== "" && { size }),
    ...(typeof quality === "string" && quality !== "" && { quality }),
  };
}

/**
 * The prompt counts for models with a price per token; a price per image includes it. `given` is the number of images
 * in the request.
 */
function measure(fields: Fields, given: number, drawn: DrawnPictures | undefined): CallSize {
  const request = readImageRequest(fields);
  const requested = readWhole(fields, "n", { least: 1, most: picturesMost }) ?? 1;
  const count = drawn ? Math.max(requested, drawn.count) : readMost(fields, requested);
  const pictures = { count, ...namedOf(fields, request) };
  const looks = possibleRequests(request, drawn);
  const tokens = Math.max(...looks.map(pictureTokens)) * count;
  if (writtenTokens(request) === undefined) {
    const most = /gemini|banana/i.test(request.model) && { most: { output_image: googlePicture * count } };
    return { tokens, text: "", pictures, ...most };
  }
  const close = fields.input_fidelity === "high" || !/^(?:chat)?gpt-image-1(?:-mini)?$/.test(request.model);
  const { partial_images: wanted } = fields;
  const partial = typeof wanted === "number" && wanted > 0 ? wanted * partialPicture * count : 0;
  const most = {
    ...(partial > 0 && { output_image: tokens + partial }),
    ...(given > 0 && { input_image: given * (close ? closePicture : givenPicture) }),
  };
  return { tokens: 0, text: readText(fields, "prompt") ?? "", outputImage: tokens, most, pictures };
}

/** Sizes and qualities from the request and from the response. If the model chose, the response alone counts. */
function possibleRequests(request: ImageRequest, drawn: DrawnPictures | undefined): ImageRequest[] {
  const chosen = (requested: string | undefined, named: string | undefined): string | undefined =>
    named !== undefined && isModelsChoice(requested) ? named : requested;
  const size = chosen(request.size, drawn?.size);
  const quality = chosen(request.quality, drawn?.quality);
  const requested = { ...request, size, quality };
  return [requested, { ...requested, size: drawn?.size ?? size, quality: drawn?.quality ?? quality }];
}

/** Sizes and qualities for price rules. DALL·E creates a square image by default. */
function namedOf(
  fields: Fields,
  { model, size, quality }: ImageRequest,
): Pick<NonNullable<CallSize["pictures"]>, "sizes" | "qualities"> {
  const sizes = [size, ...readOtherSizes(fields)].filter((one) => one !== undefined);
  const qualities = quality === undefined ? [] : [quality];
  if (!model.startsWith("dall-e")) return { sizes, qualities };
  return {
    sizes: sizes.length > 0 ? sizes : ["1024x1024"],
    qualities: quality === undefined ? ["standard"] : qualities,
  };
}
