import type { ModelInfo } from "@tollgate/contract/model-catalog";
import { extraRatios, type ListedPrice, type Price, priceRule } from "@tollgate/contract/pricing";
import type { PriceRow } from "../../storage/repositories/price-repository.ts";

export function presentPrice(row: PriceRow): Price {
  return {
    model: row.model,
    type: row.type,
    channel_type: row.channel_type,
    input: row.input,
    output: row.output,
    locked: row.locked === 1,
    extra_ratios: readExtraRatios(row.extra_ratios),
    rules: readRules(row.rules),
  };
}

/** A price with its model's description. The lists of a description are stored as JSON text. */
export function presentListedPrice(row: PriceRow, info: ModelInfo | undefined): ListedPrice {
  if (!info) return presentPrice(row);
  const { id: _id, ...rest } = info;
  const list = (text: string): string[] => JSON.parse(text) as string[];
  return {
    ...presentPrice(row),
    model_info: {
      ...rest,
      input_modalities: list(info.input_modalities),
      output_modalities: list(info.output_modalities),
      tags: list(info.tags),
      support_url: list(info.support_url),
    },
  };
}

/** Ratios that a later version stored and this one does not support are left out. */
function readExtraRatios(text: string): Price["extra_ratios"] {
  const parsed = extraRatios.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : {};
}

/** Rules that a later version stored and this one does not support are left out. */
function readRules(text: string): Price["rules"] {
  return (JSON.parse(text) as unknown[]).flatMap((rule) => {
    const parsed = priceRule.safeParse(rule);
    return parsed.success ? [parsed.data] : [];
  });
}
