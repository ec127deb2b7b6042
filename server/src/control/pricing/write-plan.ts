import type { Price } from "@tollgate/contract/pricing";
import type { PriceRow } from "../../storage/repositories/price-repository.ts";
import type { AuditEvent } from "../audit.ts";
import { auditChanges } from "../audit-changes.ts";
import type { PricePlan } from "./plan-prices.ts";

/** A part of a plan that is written in one transaction, with an audit entry for each of its prices. */
export interface PlanSlice {
  deleted: string[];
  put: PriceRow[];
  events: AuditEvent[];
}

/** Prices of one slice: a few milliseconds. */
const sliceLength = 200;

/** A plan in slices, in order: deleted, added, updated. */
export function* planSlices({ deleted, added, updated }: PricePlan): Generator<PlanSlice> {
  for (const models of slicesOf(deleted))
    yield { deleted: models, put: [], events: models.map((model) => eventOf("delete", model)) };
  for (const prices of slicesOf(added))
    yield {
      deleted: [],
      put: prices.map(columnsOf),
      events: prices.map((price) => eventOf("create", price.model, auditedPrice(price))),
    };
  for (const changes of slicesOf(updated))
    yield {
      deleted: [],
      put: changes.map(({ price }) => columnsOf(price)),
      events: changes.map(({ before, price }) =>
        eventOf("update", price.model, auditChanges(auditedPrice(before), auditedPrice(price))),
      ),
    };
}

function* slicesOf<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += sliceLength)
    yield items.slice(start, start + sliceLength);
}

function eventOf(action: string, id: string, detail?: Record<string, unknown>): AuditEvent {
  return { action: `price.${action}`, target: { type: "price", id }, ...(detail && { detail }) };
}

/** A price as the audit log shows it: every extra ratio is a field, every rule an entry of a list. */
export function auditedPrice(price: Price): Record<string, unknown> {
  const { model: _model, extra_ratios: extras, rules, ...terms } = price;
  const ratios = Object.entries(extras).map(([name, ratio]) => [`extra.${name}`, ratio]);
  return { ...terms, ...Object.fromEntries(ratios), rules: rules.map((rule) => JSON.stringify(rule)) };
}

export function columnsOf(price: Price): PriceRow {
  return {
    model: price.model,
    type: price.type,
    channel_type: price.channel_type,
    input: price.input,
    output: price.output,
    locked: price.locked ? 1 : 0,
    extra_ratios: JSON.stringify(price.extra_ratios),
    rules: JSON.stringify(price.rules),
  };
}
