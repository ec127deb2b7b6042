import type { RequestHead } from "../format.ts";
import { type Fields, needFields, readFlag, readText, readWhole, refuse } from "./read-fields.ts";
import { type FieldKinds, readForm } from "./read-form.ts";
import { readModel, refuseVariants } from "./read-model.ts";
import { type PictureWish, writtenTokens } from "./picture-tokens.ts";

/** Asked where the caller names no model (relay contract A1). */
const standardModel = "dall-e-2";
export const picturesMost = 10;

const metered = new Set(["model", "n", "size", "quality", "style", "stream"]);
/** Names that a JSON body must not repeat. */
export const meteredFields: readonly string[] = [...metered];

/** What a form's texts mean. */
export const formKinds: FieldKinds = {
  numbers: new Set(["n", "output_compression", "partial_images"]),
  flags: new Set(["stream"]),
  metered,
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
  if (!files.some(({ name }) => isImage(name))) refuse("image", "'image' is required.");
  return readHead(fields);
}

/** @throws RelayError `invalid_request` naming the field */
export function readVariationHead(body: unknown): RequestHead {
  const { fields, files } = readForm(body, formKinds);
  if (!files.some(({ name }) => isImage(name))) refuse("image", "'image' is required.");
  return readHead(fields);
}

/** One picture comes as `image`, several as `image[]`, which some clients number. */
export function isImage(name: string): boolean {
  return /^image(?:\[\d*\])?$/.test(name);
}

function needPrompt(fields: Fields): void {
  if (!readText(fields, "prompt")) refuse("prompt", "'prompt' is required.");
}

function readHead(fields: Fields): RequestHead {
  refuseVariants(Object.keys(fields), metered);
  const stream = readFlag(fields, "stream") ?? false;
  return {
    model: readModel(fields, standardModel),
    stream,
    maxOutputTokens: writtenTokens(readWish(fields)) ?? 0,
    choices: readWhole(fields, "n", 1, picturesMost) ?? 1,
    hasTools: false,
    wantsStreamUsage: stream,
  };
}

/** What the price of each picture depends on. @throws RelayError */
export function readWish(fields: Fields): PictureWish {
  return {
    model: readModel(fields, standardModel),
    size: readText(fields, "size"),
    quality: readText(fields, "quality"),
    style: readText(fields, "style"),
  };
}
