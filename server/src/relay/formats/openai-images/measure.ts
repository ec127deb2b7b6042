import type { CallSize } from "../format.ts";
import { type Fields } from "../kit/check-value.ts";
import { needFields, readText, readWhole } from "../kit/read-fields.ts";
import { readForm } from "../kit/read-form.ts";
import { type PictureWish, pictureTokens, writtenTokens } from "./picture-tokens.ts";
import { formKinds, picturesMost, readWish } from "./read-head.ts";

/** Tokens of a picture that a GPT image model is given: looked at closely, and else (developers.openai.com/api/docs/guides/image-generation). */
const closePicture = 7000;
const givenPicture = 1000;
/** Output tokens of a picture that is sent before it is finished. */
const partialPicture = 100;
/** Output tokens of a picture by one of Google's models, the largest. */
const googlePicture = 2520;

/** Pictures by their number, size and quality. `body` has passed `readHead`. */
export function measureGeneration(body: unknown): CallSize {
  return measure(needFields(body), 0);
}

/** The same for a call that comes as a form. */
export function measureForm(body: unknown): CallSize {
  const { fields, files } = readForm(body, formKinds);
  return measure(fields, files.length);
}

/** The prompt counts where a model's price is one of tokens; a price per picture has it in it. `given` is the number of pictures sent along. */
function measure(fields: Fields, given: number): CallSize {
  const wish = readWish(fields);
  const count = readWhole(fields, "n", { least: 1, most: picturesMost }) ?? 1;
  const pictures = { count, ...namedOf(wish) };
  const tokens = pictureTokens(wish) * count;
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

/** Size and quality by which rules of prices choose. DALL·E draws a standard square where the request names none. */
function namedOf({ model, size, quality }: PictureWish): Pick<PictureWish, "size" | "quality"> {
  if (!model.startsWith("dall-e")) return { size, quality };
  return { size: size ?? "1024x1024", quality: quality ?? "standard" };
}
