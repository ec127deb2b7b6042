import type { RequestHead } from "../format.ts";
import { type Fields, reject } from "../kit/check-value.ts";
import { meterFields, rejectVariants } from "../kit/metered-fields.ts";
import { needFields, readFlag, readText, readWhole } from "../kit/read-fields.ts";
import { type FieldKinds, readForm } from "../kit/read-form.ts";
import { readModel } from "../kit/read-model.ts";
import { type ImageRequest, writtenTokens } from "./picture-tokens.ts";

/** Default model. */
const standardModel = "dall-e-2";
export const picturesMost = 10;

/** Fields that determine admission, price and usage of a call. */
export const metered = meterFields("model", "n", "size", "quality", "style", "stream");

/** Types of a form's fields. */
export const formKinds: FieldKinds = {
  numbers: new Set(["n", "output_compression", "partial_images"]),
  flags: new Set(["stream"]),
  metered: metered.names,
};

/** @throws RelayError `invalid_request` naming the field */
export function readGenerationHead(body: unknown): RequestHead {
  const fields = needFields(body);
  needPrompt(fields);
  return readHead(fields);
}

/** @throws RelayError `invalid_request` naming the field */
export function readEditHead(body: unknown): RequestHead {
  const { fields, files } = readForm(body, formKinds);
  needPrompt(fields);
  if (!files.some(({ name }) => isImage(name))) reject("image", "'image' is required.");
  return readHead(fields);
}

/** @throws RelayError `invalid_request` naming the field */
export function readVariationHead(body: unknown): RequestHead {
  const { fields, files } = readForm(body, formKinds);
  if (!files.some(({ name }) => isImage(name))) reject("image", "'image' is required.");
  return readHead(fields);
}

/** One image is `image`, several are `image[]`, which some clients number. */
export function isImage(name: string): boolean {
  return /^image(?:\[\d*\])?$/.test(name);
}

function needPrompt(fields: Fields): void {
  if (!readText(fields, "prompt")) reject("prompt", "'prompt' is required.");
}

function readHead(fields: Fields): RequestHead {
  rejectVariants(fields, metered);
  const stream = readFlag(fields, "stream") ?? false;
  return {
    model: readModel(fields, standardModel),
    stream,
    maxOutputTokens: writtenTokens(readImageRequest(fields)) ?? 0,
    choices: readWhole(fields, "n", { least: 1, most: picturesMost }) ?? 1,
    hasTools: false,
    wantsStreamUsage: stream,
  };
}

/**
 * Parameters that determine the price of each image.
 * @throws RelayError
 */
export function readImageRequest(fields: Fields): ImageRequest {
  return {
    model: readModel(fields, standardModel),
    size: readText(fields, "size"),
    quality: readText(fields, "quality"),
    style: readText(fields, "style"),
  };
}
