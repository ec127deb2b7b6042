import { isPixelSize, type PriceRule } from "@tollgate/contract/price-rules";
import type { DrawnPictures } from "../canonical/image.ts";
import type { CallSize } from "../formats/format.ts";

/** Size and quality of images, for the rules of a price. */
export interface PictureLook {
  size?: string | undefined;
  quality?: string | undefined;
}

type Requested = Pick<NonNullable<CallSize["pictures"]>, "sizes" | "qualities">;
type Rules = readonly PriceRule[] | undefined;

/**
 * Sizes and qualities for pricing a call after its response; the most expensive one is charged. They come from the
 * request and the response. If neither names one, uses all that the price's rules contain.
 */
export function billedLooks(
  rules: Rules,
  { sizes, qualities }: Requested,
  drawn: DrawnPictures,
): PictureLook[] {
  const known = knownOf(rules);
  return combine(
    candidates(sizes, drawn.size, { known: known.sizes, isOpen: (size) => isOpenSize(size, known.sizes) }),
    candidates(qualities, drawn.quality, { known: known.qualities, isOpen: isAuto }),
  );
}

/** Sizes and qualities for the reservation of a call: those of the request, or all that the price's rules contain. */
export function reservedLooks(rules: Rules, { sizes, qualities }: Requested): PictureLook[] {
  const known = knownOf(rules);
  const isFixed = sizes.length > 0 && !sizes.some((size) => isOpenSize(size, known.sizes));
  const isJudged = qualities.length > 0 && !qualities.some(isAuto);
  return combine(
    isFixed ? sizes : [...sizes, ...known.sizes, undefined],
    isJudged ? qualities : [...qualities, ...known.qualities, undefined],
  );
}

function candidates(
  requested: readonly string[],
  named: string | undefined,
  { known, isOpen }: { known: readonly string[]; isOpen(word: string): boolean },
): (string | undefined)[] {
  if (named !== undefined) return [...requested, named];
  if (requested.some(isOpen)) return [...requested, ...known];
  return requested.length > 0 ? [...requested] : [undefined];
}

function knownOf(rules: Rules = []): { sizes: string[]; qualities: string[] } {
  const words = (of: (rule: PriceRule) => string | undefined): string[] => [
    ...new Set(rules.map(of).filter((word) => word !== undefined)),
  ];
  return { sizes: words(({ when }) => when.size), qualities: words(({ when }) => when.quality) };
}

/** The model chooses, or the rules contain only pixels and the value is a word. */
function isOpenSize(size: string, known: readonly string[]): boolean {
  return isAuto(size) || (!isPixelSize(size) && known.every(isPixelSize));
}

function isAuto(word: string): boolean {
  return /^\s*(?:auto)?\s*$/i.test(word);
}

function combine(
  sizes: readonly (string | undefined)[],
  qualities: readonly (string | undefined)[],
): PictureLook[] {
  return sizes.flatMap((size) => qualities.map((quality) => ({ size, quality })));
}
