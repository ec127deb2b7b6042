import { readFileSync } from "node:fs";
import { findModel, indexModels, type ModelIndex } from "@tollgate/contract/model-pattern";
import type { PriceInput } from "@tollgate/contract/pricing";
import type { PriceRow } from "../storage/repositories/price-repository.ts";

/** A price that comes with this version of the server, and the facts of its model. Written by `npm run prices`. */
export type BookedPrice = Omit<PriceInput, "locked"> & {
  /** Page on which the vendor publishes it, and the day or month on which it was read there. */
  source: string;
  date: string;
  /** Retired, free, converted, or the nearest published price. */
  note?: string;
  /** Tokens. */
  context_length?: number;
  input_modalities?: string[];
  output_modalities?: string[];
  capabilities?: string[];
};

export interface PriceBook {
  prices: readonly BookedPrice[];
  /** By exact name or wildcard, as calls find their price. */
  find(model: string): BookedPrice | undefined;
}

let book: PriceBook | undefined;

/** The book of this version, read once. */
export function priceBook(): PriceBook {
  book ??= readBook();
  return book;
}

function readBook(): PriceBook {
  const text = readFileSync(new URL("./price-book.json", import.meta.url), "utf8");
  const { prices } = JSON.parse(text) as { prices: BookedPrice[] };
  const index: ModelIndex<BookedPrice> = indexModels(prices.map((price) => [price.model, price]));
  return { prices, find: (model) => findModel(index, model) };
}

/** The prices of a new installation; administrators edit them from then on. */
export function defaultPrices(): PriceRow[] {
  return priceBook().prices.map(({ model, type, channel_type, input, output, extra_ratios, rules }) => ({
    model,
    type,
    channel_type,
    input,
    output,
    locked: 0,
    extra_ratios: JSON.stringify(extra_ratios ?? {}),
    rules: JSON.stringify(rules ?? []),
  }));
}
