import type { SuggestedPrice } from "@tollgate/contract/price-updates";
import type { BookedPrice, PriceBook } from "../price-book.ts";

/**
 * The book's price of a model, else of the name without the additions of resellers and versions: a vendor prefix, a
 * region, a date, a plan. Undefined if the book has none of these.
 */
export function suggestPrice(book: PriceBook, model: string): SuggestedPrice | undefined {
  for (const name of shorterNames(model)) {
    const found = book.find(name);
    if (found) return presentSuggestion(found, model);
  }
  return undefined;
}

/** From the name itself to its core. */
function shorterNames(model: string): Set<string> {
  const whole = model.replace(/\*$/, "");
  const bare = whole.slice(whole.lastIndexOf("/") + 1);
  // Bedrock's names: a region, the vendor, the model, its version.
  const core = bare.replace(/^(?:[a-z]{2,6}\.)?[a-z]+\.(?=[a-z])/, "").replace(/-v\d+(?::\d+)?$/, "");
  return new Set([model, whole, bare, ...[whole, bare, core].flatMap((name) => [name, undated(name)])]);
}

/** Without the version of a name; its price is usually that of the model. */
const undated = (name: string) => name.replace(/(?:@.*|-20\d{2}-?\d{2}-?\d{2}|-\d{4}|-latest|-preview)$/, "");

function presentSuggestion(booked: BookedPrice, model: string): SuggestedPrice {
  const { type, channel_type, input, output, extra_ratios = {}, rules = [], source, date, note } = booked;
  return {
    price: { model, type, channel_type, input, output, locked: false, extra_ratios, rules },
    from: booked.model,
    source,
    date,
    ...(note !== undefined && { note }),
  };
}
