import type { Fields } from "../kit/check-value.ts";

/** Vendors' own names for the number of pictures, without signs and in small letters. OpenAI's is `n`. */
const numberNames = new Set([
  "batchsize",
  "numimages",
  "numoutputs",
  "samples",
  "samplecount",
  "numberofimages",
  "imagecount",
  "imagenum",
]);
/** Larger numbers are no number of pictures. */
const numberMost = 100;

/** Vendors' own names for the size. */
const sizeNames = new Set(["imagesize", "resolution"]);

/**
 * The most pictures that a call may draw at any vendor: the largest of all fields that say how many. `asked` is `n`. What an upstream does
 * with the other fields is its own; the answer shows it.
 */
export function readMost(fields: Fields, asked: number): number {
  let most = asked;
  for (const [key, value] of Object.entries(fields)) {
    const count = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof count !== "number" || !numberNames.has(foldName(key))) continue;
    if (Number.isInteger(count) && count > most) most = Math.min(count, numberMost);
  }
  return most;
}

/** Sizes that a call names beside `size`. */
export function readOtherSizes(fields: Fields): string[] {
  const sizes = Object.entries(fields).flatMap(([key, value]) =>
    typeof value === "string" && value !== "" && sizeNames.has(foldName(key)) ? [value] : [],
  );
  const { width, height } = fields;
  if (isSide(width) && isSide(height)) sizes.push(`${width}x${height}`);
  return sizes;
}

function isSide(value: unknown): value is number | string {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

function foldName(key: string): string {
  return key.length > 40 ? "" : key.toLowerCase().replace(/[^a-z]/g, "");
}
