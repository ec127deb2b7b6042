import type { PublishedPrice } from "../../server/src/control/published-price.ts";

/** A model's price with where it comes from. */
export interface PublishedModel {
  model: string;
  /** Provider number. */
  channelType: number;
  price: PublishedPrice;
  /** The vendor's page. */
  source: string;
  /** The day on which the price was read there. */
  date: string;
  /** Note on the price: retired, nearest published price, converted from yuan. */
  note?: string;
  /** Context length in tokens. */
  context?: number;
}
