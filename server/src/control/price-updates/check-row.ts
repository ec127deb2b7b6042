import { modelPattern } from "@tollgate/contract/model-pattern";
import { type Price, price as priceSchema } from "@tollgate/contract/pricing";
import { priceOf, type PricedModel, type PublishedPrice } from "../published-price.ts";
import { type JsonObject, UnusableRow } from "./price-list.ts";

/** Names that objects inherit: no model has one, and a look-up by such a name would find something else. */
const natural = new Set(Object.getOwnPropertyNames(Object.prototype));
// oxlint-disable-next-line no-control-regex -- names with control characters are rejected
const unprintable = /[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/;

/** @throws UnusableRow for invalid names of models */
export function checkedName(value: unknown): string {
  const name = modelPattern.safeParse(value);
  if (!name.success || natural.has(name.data) || unprintable.test(name.data))
    throw new UnusableRow("bad_name");
  return name.data;
}

/**
 * A number of the row, undefined where it has none.
 * @throws UnusableRow for other types, and for negative ones
 */
export function dollarsIn(row: JsonObject, key: string): number | undefined {
  const value = Object.hasOwn(row, key) ? row[key] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) throw new UnusableRow("bad_number");
  return value;
}

/** The price of a published one, within the limits of every price. @throws UnusableRow */
export function checkedPrice(model: PricedModel, published: PublishedPrice): Price {
  return checkedRow(priceOf(model, published));
}

/** @throws UnusableRow naming the invalid part of a price */
export function checkedRow(row: unknown): Price {
  const parsed = priceSchema.safeParse(row);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map(({ path }) => path[0]);
  if (places.includes("model")) throw new UnusableRow("bad_name");
  throw new UnusableRow(places.includes("rules") ? "bad_rule" : "bad_number");
}

type Known<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out fields that are undefined. */
export function known<T extends object>(fields: T): Known<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Known<T>;
}
