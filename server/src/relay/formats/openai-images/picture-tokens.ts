import { pictureSize } from "@tollgate/contract/price-rules";

/** Parameters that determine the price of an image, as in the request. */
export interface ImageRequest {
  model: string;
  size: string | undefined;
  quality: string | undefined;
  style: string | undefined;
}

/**
 * Tokens of one image if the upstream counts none: 1000 times a ratio by size and quality for models with a price per
 * image, the output tokens for the GPT image models.
 */
export function pictureTokens(request: ImageRequest): number {
  return writtenTokens(request) ?? Math.round(1000 * pictureRatio(request));
}

/** True for values that let the model choose. */
export function isModelsChoice(word: string | undefined): boolean {
  return word === undefined || /^\s*(?:auto)?\s*$/i.test(word);
}

function pictureRatio({ model, size: given, quality, style }: ImageRequest): number {
  const size = given === undefined ? undefined : pictureSize(given);
  if (model.startsWith("dall-e-2")) return size === "256x256" ? 1 : size === "512x512" ? 1.125 : 1.25;
  if (model.startsWith("dall-e-3")) {
    const square = size === undefined || size === "1024x1024";
    const isHigh = quality !== undefined && /^\s*(?:hd|auto)\s*$/i.test(quality);
    return (square ? 1 : 2) * (isHigh ? (square ? 2 : 1.5) : 1);
  }
  if (model.startsWith("recraft")) return style?.startsWith("vector_illustration") ? 2 : 1;
  return 1;
}

/** Output tokens of a GPT image model's image, proportional to its area; undefined for every other model. */
export function writtenTokens({ model, size, quality }: ImageRequest): number | undefined {
  if (!/^(?:chat)?gpt-image/.test(model)) return undefined;
  // The model chooses what `auto` means: assume the maximum.
  const word = quality?.trim().toLowerCase();
  const perSquare = word === "low" ? 272 : word === "medium" ? 1056 : 4160;
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(pictureSize(size ?? "")) ?? [];
  const area = width === undefined ? autoArea : Math.min(Number(width) * Number(height), largestArea);
  return Math.ceil((perSquare * area) / squareArea);
}

const squareArea = 1024 * 1024;
const autoArea = 1024 * 1536;
const largestArea = 4096 * 4096;
