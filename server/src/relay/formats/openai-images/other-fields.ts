import type { Fields } from "../kit/check-value.ts";

/** Vendors' own names for the number of images, in lower case without signs. OpenAI's is `n`. */
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
/** Larger values are not a number of images. */
const numberMost = 100;

/** Vendors' own names for the size. */
const sizeNames = new Set(["imagesize", "resolution"]);

/**
 * Maximum number of images that a call may create at any vendor: the largest of all fields with a number. `requested` is
 * `n`. Upstreams treat the other fields differently; the response shows the actual number.
 */
export function readMost(fields: Fields, requested: number): number {
  let most = requested;
  for (const [key, value] of Object.entries(fields)) {
    const count = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof count !== "number" || !numberNames.has(foldName(key))) continue;
    if (Number.isInteger(count) && count > most) most = Math.min(count, numberMost);
  }
  return most;
}

/** Sizes in other fields than `size`. */
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
