import {
  type ExtraRatioKey,
  extraRatioKeys,
  type ToolPriceKey,
  toolPriceKeys,
} from "@tollgate/contract/cost";
import type { Price } from "@tollgate/contract/pricing";

/** What a price sets beyond input and output, in the order in which it is shown. */
export interface Extras {
  ratios: { key: ExtraRatioKey; ratio: number }[];
  tools: { key: ToolPriceKey; dollars: number }[];
}

/** Sorts the wire's one map into ratios of token classes and dollars per call of a tool; null is an emptied field of the editor. */
export function extrasOf(extras: Price["extra_ratios"]): Extras {
  const values = extras as Record<string, number | null | undefined>;
  return {
    ratios: extraRatioKeys.flatMap((key) => {
      const ratio = values[key];
      return ratio == null ? [] : [{ key, ratio }];
    }),
    tools: toolPriceKeys.flatMap((key) => {
      const dollars = values[key];
      return dollars == null ? [] : [{ key, dollars }];
    }),
  };
}
