import {
  dollarsPerMillion,
  noUsage,
  promptTokens,
  type TokenClass,
  type UsageCounts,
} from "@tollgate/contract/cost";
import { costRatioOf, marginOf } from "@tollgate/contract/cost-ratio";
import { type CostExplanation, type CostLine, explainCost } from "@tollgate/contract/explain-cost";
import { findModel, isWildcard, matchModelPattern, type ModelIndex } from "@tollgate/contract/model-pattern";
import { type EvaluatedPrice, evaluatePrice } from "@tollgate/contract/price-rules";
import type {
  ChannelRole,
  PriceSimulation,
  SimulatedCall,
  SimulatedChannel,
} from "@tollgate/contract/price-simulation";
import type { Price } from "@tollgate/contract/pricing";
import { type FieldRatio, type FieldTerms, termsOfFields } from "./simulate-fields.ts";

/** A channel, as input of the simulation. */
export interface SimulatedOffer {
  id: number;
  name: string;
  /** Number of its provider. */
  type: number;
  enabled: boolean;
  priority: number;
  weight: number;
  groups: readonly string[];
  /** Names and wildcards that it serves. */
  models: readonly string[];
  /** Those that its provider no longer lists. */
  gone: ReadonlySet<string>;
  mapModel(requested: string): { upstreamModel: string; billedModel: string };
  /** Options of the channel, including which paid fields pass. */
  plugin: Readonly<Record<string, Record<string, unknown>>>;
}

export interface SimulationFacts {
  call: SimulatedCall;
  user: PriceSimulation["user"];
  group: PriceSimulation["group"];
  /** The group exists and is enabled. */
  groupUsable: boolean;
  offers: readonly SimulatedOffer[];
  prices: ModelIndex<Price>;
  /** A provider's multiple for a tier. */
  tierRatio(providerType: number, tier: string, model: string): number;
  /** A channel's factor on the price for a field of the request. */
  fieldRatio(
    offer: Pick<SimulatedOffer, "type" | "plugin">,
    field: string,
    value: string | undefined,
  ): FieldRatio;
}

/** The cost of a call, by the functions that the relay charges with. It ignores cooldowns, which are temporary. */
export function simulateCall(facts: SimulationFacts): PriceSimulation {
  const { call, user, group, offers } = facts;
  const chosen = rankOffers(facts);
  const first = offers.find(({ id }) => id === (call.channel_id || chosen.first));
  const { upstreamModel, billedModel } = first?.mapModel(call.model) ?? {
    upstreamModel: call.model,
    billedModel: call.model,
  };
  const priced = priceOn(facts, first, billedModel);
  const { evaluated, explained } = priced ?? {};
  return {
    problem: !facts.groupUsable ? "no_group" : !first ? "no_channel" : priced ? "none" : "no_price",
    user,
    group,
    channel: first ? { id: first.id, name: first.name } : null,
    upstream_model: upstreamModel,
    billed_model: billedModel,
    price: priced?.price ?? null,
    match: !priced ? "none" : isWildcard(priced.price.model) ? "wildcard" : "exact",
    rules: [...(evaluated?.rules ?? [])],
    input: evaluated?.terms.input ?? 0,
    output: evaluated?.terms.output ?? 0,
    extra_ratios: evaluated?.terms.extra_ratios ?? {},
    rule_ratio: evaluated?.ratio ?? 1,
    tier_ratio: priced?.tierRatio ?? 1,
    field_ratio: priced?.fields.ratio ?? 1,
    refused_fields: priced?.fields.refused ?? [],
    per_call: explained?.perCall ?? 0,
    lines: (explained?.lines ?? []).map((line) => presentLine(line, explained?.groupRatio ?? 1)),
    cost: explained?.total ?? 0,
    dollars: (explained?.total ?? 0) / quotaPerDollar,
    channels: offers
      .map((offer) => presentOffer(facts, offer, chosen.roles.get(offer.id) ?? "other_models"))
      .sort((a, b) => rankOf(a.role) - rankOf(b.role) || b.priority - a.priority || a.id - b.id),
  };
}

/** Quota of one dollar, independent of the displayed currency. */
const quotaPerDollar = 500_000;

interface PricedCall {
  price: Price;
  evaluated: EvaluatedPrice;
  explained: CostExplanation;
  tierRatio: number;
  fields: FieldTerms;
}

function priceOn(
  facts: SimulationFacts,
  offer: SimulatedOffer | undefined,
  billedModel: string,
): PricedCall | undefined {
  const { call, group, prices } = facts;
  const price = findModel(prices, billedModel);
  if (!price) return undefined;
  const usage: UsageCounts = { ...noUsage, ...call.usage };
  const { service_tier: serviceTier, size, quality } = call;
  const evaluated = evaluatePrice(price, { promptTokens: promptTokens(usage), serviceTier, size, quality });
  const ruled = evaluated.rules.some(({ when }) => when.service_tier !== undefined);
  const upstreamModel = offer?.mapModel(call.model).upstreamModel ?? billedModel;
  const fields = termsOfFields(call, (field, value) =>
    offer ? facts.fieldRatio(offer, field, value) : "free",
  );
  const tierRatio =
    ruled || serviceTier === "" || !offer
      ? 1
      : (fields.tier ?? facts.tierRatio(offer.type, serviceTier, upstreamModel));
  const ratio = group.ratio * (evaluated.ratio * tierRatio * fields.ratio);
  const explained = explainCost(evaluated.terms, ratio, usage);
  return { price, evaluated, explained, tierRatio, fields };
}

interface RankedOffers {
  roles: Map<number, ChannelRole>;
  /** Id of the channel that is tried first; 0: none. */
  first: number;
}

/**
 * By the rules of the relay's index: an exact name wins over wildcards, the longest of these over others, then a model
 * that the provider lists, then the priority counts.
 */
function rankOffers({ call, group, groupUsable, offers, prices }: SimulationFacts): RankedOffers {
  const inGroup = offers.filter(
    (offer) => offer.enabled && groupUsable && offer.groups.includes(group.symbol),
  );
  const served = matchModelPattern(new Set(inGroup.flatMap(({ models }) => models)), call.model);
  const roles = new Map(offers.map((offer) => [offer.id, roleOf(offer)]));
  const withRole = (role: ChannelRole): SimulatedOffer[] => offers.filter(({ id }) => roles.get(id) === role);
  const listed = withRole("candidate");
  const tried = listed.length > 0 ? listed : withRole("gone");
  const highest = Math.max(...tried.map(({ priority }) => priority));
  const firsts = tried.filter(({ priority }) => priority === highest);
  for (const { id } of firsts) roles.set(id, "first");
  return { roles, first: firsts[0]?.id ?? 0 };

  function roleOf(offer: SimulatedOffer): ChannelRole {
    if (!offer.enabled) return "disabled";
    if (!inGroup.includes(offer)) return "other_group";
    if (matchModelPattern(offer.models, call.model) === undefined) return "other_models";
    if (served === undefined || !offer.models.includes(served)) return "exact_elsewhere";
    if (findModel(prices, offer.mapModel(call.model).billedModel) === undefined) return "no_price";
    return offer.gone.has(served) ? "gone" : "candidate";
  }
}

function presentOffer(facts: SimulationFacts, offer: SimulatedOffer, role: ChannelRole): SimulatedChannel {
  const { id, name, priority, weight } = offer;
  const { billedModel } = offer.mapModel(facts.call.model);
  const serves = role === "first" || role === "candidate" || role === "gone";
  const explained = serves ? priceOn(facts, offer, billedModel)?.explained : undefined;
  const margin = explained ? marginOn(offer, explained, facts.group.ratio) : null;
  const cost = explained?.total ?? null;
  return { id, name, priority, weight, role, billed_model: billedModel, cost, margin };
}

function marginOn(
  offer: SimulatedOffer,
  { exact, total }: CostExplanation,
  groupRatio: number,
): number | null {
  const costRatio = costRatioOf(offer);
  if (costRatio === undefined) return null;
  return marginOf({ exact, groupRatio, charged: total }, costRatio)?.margin ?? null;
}

const order: readonly ChannelRole[] = [
  "first",
  "candidate",
  "gone",
  "no_price",
  "exact_elsewhere",
  "other_models",
  "other_group",
  "disabled",
];
const rankOf = (role: ChannelRole): number => order.indexOf(role);

function presentLine(line: CostLine, ratio: number): PriceSimulation["lines"][number] {
  const { tokenClass, quota } = line;
  const unitPrice =
    line.kind === "tokens"
      ? dollarsPerMillion(line.multiplier * line.extraRatio, ratio)
      : line.dollars * ratio;
  return {
    class: tokenClass as TokenClass,
    count: line.kind === "tokens" ? line.tokens : line.count,
    unit_price: Number(unitPrice.toPrecision(12)),
    quota,
  };
}
