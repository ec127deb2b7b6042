import { extraRatios, type Price } from "@tollgate/contract/pricing";
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
  };
}

/** Ratios that a later version stored and this one does not know are left out. */
function readExtraRatios(text: string): Price["extra_ratios"] {
  const parsed = extraRatios.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : {};
}
