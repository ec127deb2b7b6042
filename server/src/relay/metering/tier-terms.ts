import { isSameTier } from "@tollgate/contract/price-rules";
import { foldName, standardTiers, tierRatio } from "../canonical/paid-fields.ts";
import type { AnsweredBy } from "../canonical/answered-by.ts";
import type { Attempt, PaidRequest, SentRequest } from "../exchange.ts";
import type { TierTerms } from "./price-usage.ts";

type Allowed = PaidRequest["allowed"][number];

/** Fields that ask for a tier: what the answer says of its tier decides over them. */
const tierFields: ReadonlySet<string> = new Set(["service_tier", "speed"]);
const isTier = ({ field }: Allowed): boolean => tierFields.has(field);
const standardNames: ReadonlySet<string> = new Set(standardTiers.map(foldName));
const noneAllowed: readonly Allowed[] = [];
const plain: TierTerms = { tier: undefined, ratio: 1 };
const plainOnly = { usual: plain, ruled: [], confirmed: undefined } as const;

/** At which terms a call may be priced. */
export interface PossibleTerms {
  /** For prices without a rule for the tier: the channel's ratio for a tier that was asked for, else the vendor's for the one that answered. */
  usual: TierTerms;
  /** For prices with such a rule, which takes the place of that tier's ratio. */
  ruled: readonly TierTerms[];
  /** The one of `ruled` that the answer itself names; undefined where the request alone does, or asked for another. */
  confirmed: TierTerms | undefined;
}

/** What the fields that a channel lets through multiply the price by at most, served at the tier that was asked for or not; at least 1. */
export function largestRatio({ paid }: SentRequest): number {
  if (!paid || paid.allowed.length === 0) return 1;
  return Math.max(1, ratioOf(paid.allowed), ratioOf(paid.allowed.filter((one) => !isTier(one))));
}

function ratioOf(allowed: readonly Allowed[]): number {
  return allowed.reduce((all, { ratio }) => all * ratio, 1);
}

/** The tier that an answer names, where it is not the standard one. */
export function answeredTier(answeredBy: AnsweredBy | undefined): string | undefined {
  const tier = answeredBy?.tier;
  return tier === undefined || standardNames.has(foldName(tier)) ? undefined : tier;
}

/** Terms of a call by the fields that were let through and by what the answer says; undefined: it says nothing, or there is none yet. */
export function possibleTerms({ route, sent }: Attempt, answeredBy: AnsweredBy | undefined): PossibleTerms {
  const allowed = sent.paid?.allowed ?? noneAllowed;
  const tier = answeredTier(answeredBy);
  const region = answeredBy?.region;
  if (allowed.length === 0 && tier === undefined && region === undefined) return plainOnly;
  const { paidFields } = route.provider;
  const others = ratioOf(allowed.filter((one) => !isTier(one))) * regionRatio();
  if (tier === undefined && answeredBy?.tier !== undefined)
    return { ...plainOnly, usual: { tier: undefined, ratio: others } };
  const asked = allowed.filter(isTier);
  const ofTier =
    asked.length > 0
      ? ratioOf(asked)
      : tier === undefined
        ? 1
        : tierRatio(paidFields, tier, route.upstreamModel);
  const usual = { tier: undefined, ratio: others * ofTier };
  /** Other fields that ask for a tier keep their ratio beside the one that is named; a tier that none of them asked for replaces them. */
  const at = (name: string): TierTerms => {
    const beside = asked.filter(({ value }) => value === undefined || !isSameTier(value, name));
    return { tier: name, ratio: beside.length < asked.length ? others * ratioOf(beside) : others };
  };
  const ruled = asked.flatMap(({ value }) => (value === undefined ? [] : [at(value)]));
  if (tier === undefined) return { usual, ruled, confirmed: undefined };
  const served = at(tier);
  const wasAsked = asked.length === 0 || ruled.some((one) => isSameTier(tier, one.tier));
  return { usual, ruled: [served, ...ruled], confirmed: wasAsked ? served : undefined };

  function regionRatio(): number {
    const isAllowed = allowed.some(({ field }) => field === "inference_geo");
    return region === undefined || isAllowed ? 1 : tierRatio(paidFields, region, route.upstreamModel);
  }
}
