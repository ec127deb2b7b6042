import { type CostRates, callCost, type UsageCounts } from "@tollgate/contract/cost";
import type { LogMetadata } from "@tollgate/contract/logs";
import { foldName, standardTiers, tierRatio } from "../canonical/paid-fields.ts";
import type { AnsweredPrice, Attempt, AttemptOutcome, SentRequest } from "../exchange.ts";
import type { SnapshotPrice } from "../../snapshot/relay-snapshot.ts";
import { priceTerms } from "./charge.ts";
import { isSameModel } from "./same-model.ts";

/**
 * The price of an answer: that of the model and tier that were asked for, unless the answer itself names dearer ones. A model without a price
 * is charged as the one that was asked for. Both are noted.
 */
export function priceAnswer(
  attempt: Attempt,
  { answeredBy, dropped }: Pick<AttemptOutcome, "answeredBy" | "dropped">,
  reported: UsageCounts,
): AnsweredPrice {
  const { route, sent } = attempt;
  const { snapshot, group } = attempt.exchange;
  const usage = addUses(sent, reported, dropped);
  const { ratio, tier } = ratioOf(attempt, answeredBy);
  const costOf = (price: SnapshotPrice): number =>
    callCost(snapshot.rates(price, group.ratio * ratio), usage);
  const asked = costOf(route.price);
  const note: Partial<LogMetadata> = {};
  if (ratio !== 1) note.price_ratio = ratio;
  if (tier !== undefined) note.answered_tier = tier;
  if (ratio > askedRatio(sent)) note.price_raised = true;
  const model = answeredBy?.model;
  if (model === undefined || isAsked(attempt, model)) return { cost: asked, usage, note };
  note.answered_model = model.slice(0, 100);
  const other = route.provider.paidFields.namesDeployments ? undefined : snapshot.price(model);
  const cost = other ? costOf(other) : asked;
  if (!other || cost <= asked) return { cost: asked, usage, note };
  return {
    cost,
    usage,
    note: { ...note, price_raised: true, ...priceTerms(other), extra_ratios: { ...other.extra_ratios } },
  };
}

/** What the reservation holds beside the model's price: the ratio of the fields that are let through, and uses of tools. */
export function reservedFor(sent: SentRequest, rates: CostRates, cost: number): number {
  const { paid } = sent;
  if (!paid || (paid.allowed.length === 0 && paid.uses.length === 0)) return cost;
  let tools = 0n;
  for (const { tool } of paid.uses) tools += rates.rates[tool] ?? 0n;
  return Math.ceil((cost + Math.ceil(Number(tools) / 1e18)) * Math.max(1, askedRatio(sent)));
}

/** A use counts once for each answer, unless the upstream reports its own number or could not be told of the field. */
function addUses({ paid }: SentRequest, reported: UsageCounts, dropped: readonly string[]): UsageCounts {
  if (!paid || paid.uses.length === 0) return reported;
  const usage = { ...reported };
  for (const { field, tool } of paid.uses) {
    const name = foldName(field);
    if (!dropped.some((one) => foldName(one).startsWith(name))) usage[tool] = Math.max(usage[tool], 1);
  }
  return usage;
}

/** What the fields that a channel lets through multiply the price by; 1 without any. */
export function askedRatio({ paid }: SentRequest): number {
  return paid ? paid.allowed.reduce((product, { ratio }) => product * ratio, 1) : 1;
}

/** Fields that ask for a tier: what the answer says of its tier decides over them. */
const tierFields: ReadonlySet<string> = new Set(["service_tier", "speed"]);

function ratioOf(
  { route: { provider, upstreamModel }, sent }: Attempt,
  answeredBy: AttemptOutcome["answeredBy"],
): { ratio: number; tier: string | undefined } {
  const allowed = sent.paid?.allowed ?? [];
  const isTier = ({ field }: { field: string }): boolean => tierFields.has(field);
  const product = (entries: typeof allowed): number => entries.reduce((all, { ratio }) => all * ratio, 1);
  const rest = product(allowed.filter((one) => !isTier(one)));
  const asked = allowed.filter(isTier);
  const { tier, region } = answeredBy ?? {};
  const standard = tier !== undefined && standardNames.has(foldName(tier));
  const ofTier = standard
    ? 1
    : asked.length > 0
      ? product(asked)
      : tier === undefined
        ? 1
        : tierRatio(provider.paidFields, tier, upstreamModel);
  const regionAllowed = allowed.some(({ field }) => field === "inference_geo");
  const ofRegion =
    region === undefined || regionAllowed ? 1 : tierRatio(provider.paidFields, region, upstreamModel);
  return {
    ratio: rest * ofTier * ofRegion,
    tier: tier === undefined || standard ? undefined : tier.slice(0, 40),
  };
}

const standardNames: ReadonlySet<string> = new Set(standardTiers.map(foldName));

function isAsked({ route: { upstreamModel, billedModel }, sent }: Attempt, model: string): boolean {
  return [upstreamModel, billedModel, sent.head.model].some((asked) => isSameModel(asked, model));
}
