import type { UsageCounts } from "@tollgate/contract/cost";
import type { LogMetadata } from "@tollgate/contract/logs";
import { foldName } from "../canonical/paid-fields.ts";
import type { AnsweredPrice, Attempt, AttemptOutcome, SentRequest } from "../exchange.ts";
import type { SnapshotPrice } from "../../snapshot/relay-snapshot.ts";
import { priceTerms } from "./charge.ts";
import { type MeasuredCall, noteOfPrice, priceUsage, type UsagePrice } from "./price-usage.ts";
import { isSameModel } from "./same-model.ts";
import { answeredTier, type PossibleTerms, possibleTerms } from "./tier-terms.ts";

/**
 * The price of a response: that of the requested model and tier, unless the response names more expensive ones. If the
 * named model has no price, the requested one's counts. The log row notes both.
 */
export function priceAnswer(
  attempt: Attempt,
  { answeredBy, dropped }: Pick<AttemptOutcome, "answeredBy" | "dropped">,
  measured: MeasuredCall,
): AnsweredPrice {
  const { exchange, route, sent } = attempt;
  const call = { ...measured, usage: addUses(sent, measured.usage, dropped) };
  const terms = possibleTerms(attempt, answeredBy);
  const found = priceAt(attempt, route.price, call, terms);
  const note: Partial<LogMetadata> = noteOfPrice(route.price.model, found);
  const tier = answeredTier(answeredBy);
  if (tier !== undefined) note.answered_tier = tier.slice(0, 40);
  const raises = tier !== undefined || answeredBy?.region !== undefined;
  if (raises && found.cost > priceAt(attempt, route.price, call, possibleTerms(attempt, undefined)).cost)
    note.price_raised = true;
  const requested = { cost: found.cost, usage: found.usage, note };
  const model = answeredBy?.model;
  if (model === undefined || isRequested(attempt, model)) return requested;
  note.answered_model = model.slice(0, 100);
  const other = route.provider.paidFields.namesDeployments ? undefined : exchange.snapshot.price(model);
  const dearer = other && priceAt(attempt, other, call, terms);
  if (!other || !dearer || dearer.cost <= requested.cost) return requested;
  const { price_rules: _, price_ratio: __, ...kept } = note;
  const named = {
    ...priceTerms(other),
    extra_ratios: { ...other.extra_ratios },
    ...noteOfPrice(other.model, dearer),
  };
  return { cost: dearer.cost, usage: dearer.usage, note: { ...kept, price_raised: true, ...named } };
}

/**
 * The most expensive possible terms. A rule for the tier in the response decides alone if no other tier was requested.
 */
function priceAt(
  { exchange }: Attempt,
  price: SnapshotPrice,
  call: MeasuredCall,
  { usual, ruled, confirmed }: PossibleTerms,
): UsagePrice {
  let dearest = priceUsage(exchange, price, call, usual);
  if (!price.rules) return dearest;
  for (const terms of ruled) {
    const found = priceUsage(exchange, price, call, terms);
    if (!found.evaluated.rules.some(({ when }) => when.service_tier !== undefined)) continue;
    if (terms === confirmed) return found;
    if (found.cost > dearest.cost) dearest = found;
  }
  return dearest;
}

/** A use counts once per response, unless the upstream reports its own number or never received the field. */
function addUses({ paid }: SentRequest, reported: UsageCounts, dropped: readonly string[]): UsageCounts {
  if (!paid || paid.uses.length === 0) return reported;
  const usage = { ...reported };
  for (const { field, tool } of paid.uses) {
    const name = foldName(field);
    if (!dropped.some((one) => foldName(one).startsWith(name))) usage[tool] = Math.max(usage[tool], 1);
  }
  return usage;
}

/** The names are nearly always equal, and to compare one takes a microsecond. */
function isRequested({ route: { upstreamModel, billedModel }, sent }: Attempt, model: string): boolean {
  const { model: requested } = sent.head;
  return (
    isSameModel(upstreamModel, model) ||
    (billedModel !== upstreamModel && isSameModel(billedModel, model)) ||
    (requested !== upstreamModel && requested !== billedModel && isSameModel(requested, model))
  );
}
