import {
  type ExtraRatioKey,
  extraRatioKeys,
  type ToolPriceKey,
  toolPriceKeys,
  type UnitPriceKey,
  unitPriceKeys,
} from "@tollgate/contract/cost";
import type { Price } from "@tollgate/contract/pricing";

/** Keys that are dollars: per call of a tool, or per unit. */
export type DollarKey = ToolPriceKey | UnitPriceKey;

/** What a price sets beyond input and output, in the order in which it is shown. */
export interface Extras {
  ratios: { key: ExtraRatioKey; value: number }[];
  tools: { key: ToolPriceKey; value: number }[];
  units: { key: UnitPriceKey; value: number }[];
  /** Tools and units together. */
  dollars: { key: DollarKey; value: number }[];
}

/** Sorts the wire's one map into ratios of token classes and dollars; null is an emptied field of the editor. */
export function extrasOf(extras: Price["extra_ratios"]): Extras {
  const values = extras as Record<string, number | null | undefined>;
  const read = <K extends string>(keys: readonly K[]): { key: K; value: number }[] =>
    keys.flatMap((key) => {
      const value = values[key];
      return value == null ? [] : [{ key, value }];
    });
  const tools = read(toolPriceKeys);
  const units = read(unitPriceKeys);
  return { ratios: read(extraRatioKeys), tools, units, dollars: [...tools, ...units] };
}
