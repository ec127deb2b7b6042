import { pictureSize } from "@tollgate/contract/price-rules";

/** What the price of a picture depends on, as the caller wrote it. */
export interface ImageRequest {
  model: string;
  size: string | undefined;
  quality: string | undefined;
  style: string | undefined;
}

/**
 * Tokens of one picture where the upstream counts none (relay contract A13): 1000 times a ratio by size and quality for models with a price per
 * picture, for the GPT image models the tokens that they write.
 */
export function pictureTokens(wish: ImageRequest): number {
  return writtenTokens(wish) ?? Math.round(1000 * pictureRatio(wish));
}

/** True for what leaves the choice to the model. */
export function isLeftOpen(word: string | undefined): boolean {
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

/** Output tokens of a GPT image model's picture; undefined for every other model. They grow with its area. */
export function writtenTokens({ model, size, quality }: ImageRequest): number | undefined {
  if (!/^(?:chat)?gpt-image/.test(model)) return undefined;
  // What `auto` comes to is the model's choice: the most that it may be.
  const word = quality?.trim().toLowerCase();
  const perSquare = word === "low" ? 272 : word === "medium" ? 1056 : 4160;
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(pictureSize(size ?? "")) ?? [];
  const area = width === undefined ? autoArea : Math.min(Number(width) * Number(height), largestArea);
  return Math.ceil((perSquare * area) / squareArea);
}

const squareArea = 1024 * 1024;
const autoArea = 1024 * 1536;
const largestArea = 4096 * 4096;
