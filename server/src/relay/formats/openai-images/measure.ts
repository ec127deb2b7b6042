import type { DrawnPictures } from "../../canonical/image.ts";
import type { CallSize } from "../format.ts";
import { type Fields } from "../kit/check-value.ts";
import { needFields, readText, readWhole } from "../kit/read-fields.ts";
import { readForm } from "../kit/read-form.ts";
import { readMost, readOtherSizes } from "./other-fields.ts";
import { isLeftOpen, type ImageRequest, pictureTokens, writtenTokens } from "./picture-tokens.ts";
import { formKinds, picturesMost, readWish } from "./read-head.ts";

/** Tokens of a picture that a GPT image model is given: looked at closely, and else (developers.openai.com/api/docs/guides/image-generation). */
const closePicture = 7000;
const givenPicture = 1000;
/** Output tokens of a picture that is sent before it is finished. */
const partialPicture = 100;
/** Output tokens of a picture by one of Google's models, the largest. */
const googlePicture = 2520;

/** Pictures by their number, size and quality. `body` has passed `readHead`. */
export function measureGeneration(body: unknown, drawn?: DrawnPictures): CallSize {
  return measure(needFields(body), 0, drawn);
}

/** The same for a call that comes as a form. */
export function measureForm(body: unknown, drawn?: DrawnPictures): CallSize {
  const { fields, files } = readForm(body, formKinds);
  return measure(fields, files.length, drawn);
}

/** Pictures of a whole answer, or of the event that completes one. */
export function picturesOf(answer: object): DrawnPictures {
  const { data, size, quality } = answer as { data?: unknown; size?: unknown; quality?: unknown };
  return {
    count: Array.isArray(data) ? data.length : 0,
    ...(typeof size === "string" && size !== "" && { size }),
    ...(typeof quality === "string" && quality !== "" && { quality }),
  };
}

/** The prompt counts where a model's price is one of tokens; a price per picture has it in it. `given` is the number of pictures sent along. */
function measure(fields: Fields, given: number, drawn: DrawnPictures | undefined): CallSize {
  const wish = readWish(fields);
  const asked = readWhole(fields, "n", { least: 1, most: picturesMost }) ?? 1;
  const count = drawn ? Math.max(asked, drawn.count) : readMost(fields, asked);
  const pictures = { count, ...namedOf(fields, wish) };
  const looks = possibleWishes(wish, drawn);
  const tokens = Math.max(...looks.map(pictureTokens)) * count;
  if (writtenTokens(wish) === undefined) {
    const most = /gemini|banana/i.test(wish.model) && { most: { output_image: googlePicture * count } };
    return { tokens, text: "", pictures, ...most };
  }
  const close = fields.input_fidelity === "high" || !/^(?:chat)?gpt-image-1(?:-mini)?$/.test(wish.model);
  const { partial_images: wanted } = fields;
  const partial = typeof wanted === "number" && wanted > 0 ? wanted * partialPicture * count : 0;
  const most = {
    ...(partial > 0 && { output_image: tokens + partial }),
    ...(given > 0 && { input_image: given * (close ? closePicture : givenPicture) }),
  };
  return { tokens: 0, text: readText(fields, "prompt") ?? "", outputImage: tokens, most, pictures };
}

/** What was asked for, and what the answer names. Where the model was to choose, the answer alone. */
function possibleWishes(wish: ImageRequest, drawn: DrawnPictures | undefined): ImageRequest[] {
  const chosen = (asked: string | undefined, named: string | undefined): string | undefined =>
    named !== undefined && isLeftOpen(asked) ? named : asked;
  const size = chosen(wish.size, drawn?.size);
  const quality = chosen(wish.quality, drawn?.quality);
  const asked = { ...wish, size, quality };
  return [asked, { ...asked, size: drawn?.size ?? size, quality: drawn?.quality ?? quality }];
}

/** Sizes and qualities by which rules of prices choose. DALL·E draws a standard square where the request names none. */
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
