import { multiplierOfDollars } from "@tollgate/contract/cost";
import { limits } from "@tollgate/contract/limits";
import type { SuggestedPrice } from "@tollgate/contract/price-updates";
import type { PriceInput } from "@tollgate/contract/pricing";

/** A price as it is typed: dollars per million tokens, or per call, where `output` does not count. */
export interface DraftPrice {
  type: "tokens" | "times";
  input: string;
  output: string;
  /** Price of the price book, applied unchanged with caches and rules. */
  booked?: SuggestedPrice;
}

export const emptyDraft: DraftPrice = { type: "tokens", input: "", output: "" };
/** For models of one's own server. */
export const freeDraft: DraftPrice = { type: "tokens", input: "0", output: "0" };

/** By model; a model that is missing has an empty draft. */
export type DraftPrices = Readonly<Record<string, DraftPrice>>;

function dollarsOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", "."));
}

/** True for a number of dollars that a price can hold. */
export function isPriceText(type: DraftPrice["type"], text: string): boolean {
  const dollars = dollarsOf(text);
  const largest = limits.multiplierMax * (type === "times" ? 0.002 : 2);
  return dollars >= 0 && dollars <= largest;
}

/** Nothing was typed: no price is wanted now. */
export function isEmptyDraft(draft: DraftPrice): boolean {
  return !draft.booked && draft.input.trim() === "" && (draft.type === "times" || draft.output.trim() === "");
}

/** Every field that counts holds a price. */
export function isCompleteDraft(draft: DraftPrice): boolean {
  if (draft.booked) return true;
  const needed = draft.type === "times" ? [draft.input] : [draft.input, draft.output];
  return needed.every((text) => isPriceText(draft.type, text));
}

/** A complete draft as the price that is saved; `channelType` is the number of the provider whose model it is. */
export function priceOfDraft(model: string, draft: DraftPrice, channelType: number): PriceInput {
  const { type, booked } = draft;
  if (booked) return { ...booked.price, model };
  const multiplier = (text: string) => multiplierOfDollars(type, dollarsOf(text));
  const output = type === "times" ? 0 : multiplier(draft.output);
  return { model, type, channel_type: channelType, input: multiplier(draft.input), output };
}
