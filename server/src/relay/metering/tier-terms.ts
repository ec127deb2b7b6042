import { isSameTier } from "@tollgate/contract/price-rules";
import { foldName, standardTiers, tierRatio } from "../canonical/paid-fields.ts";
import type { AnsweredBy } from "../canonical/answered-by.ts";
import type { Attempt, PaidRequest, SentRequest } from "../exchange.ts";
import type { TierTerms } from "./price-usage.ts";

type Allowed = PaidRequest["allowed"][number];

/** Fields that request a tier: the tier in the response wins over them. */
const tierFields: ReadonlySet<string> = new Set(["service_tier", "speed"]);
const isTier = ({ field }: Allowed): boolean => tierFields.has(field);
const standardNames: ReadonlySet<string> = new Set(standardTiers.map(foldName));
const noneAllowed: readonly Allowed[] = [];
const plain: TierTerms = { tier: undefined, ratio: 1 };
const plainOnly = { usual: plain, ruled: [], confirmed: undefined } as const;

/** Possible terms of a call. */
export interface PossibleTerms {
  /**
   * For prices without a rule for the tier: the channel's ratio for a requested tier, else the vendor's for the tier in
   * the response.
   */
  usual: TierTerms;
  /** For prices with such a rule, which replaces the ratio of that tier. */
  ruled: readonly TierTerms[];
  /** The tier of `ruled` that the response names; undefined if only the request names it, or requested another. */
  confirmed: TierTerms | undefined;
}

/** Maximum multiplier of the allowed fields, whether the requested tier is served or not; at least 1. */
export function largestRatio({ paid }: SentRequest): number {
  if (!paid || paid.allowed.length === 0) return 1;
  return Math.max(1, ratioOf(paid.allowed), ratioOf(paid.allowed.filter((one) => !isTier(one))));
}

function ratioOf(allowed: readonly Allowed[]): number {
  return allowed.reduce((all, { ratio }) => all * ratio, 1);
}

/** The tier in a response, unless it is the standard one. */
export function answeredTier(answeredBy: AnsweredBy | undefined): string | undefined {
  const tier = answeredBy?.tier;
  return tier === undefined || standardNames.has(foldName(tier)) ? undefined : tier;
}

/**
 * Terms of a call by its allowed fields and its response; undefined: the response names no tier, or there is none yet.
 */
export function possibleTerms({ route, sent }: Attempt, answeredBy: AnsweredBy | undefined): PossibleTerms {
  const allowed = sent.paid?.allowed ?? noneAllowed;
  const tier = answeredTier(answeredBy);
  const region = answeredBy?.region;
  if (allowed.length === 0 && tier === undefined && region === undefined) return plainOnly;
  const { paidFields } = route.provider;
  const others = ratioOf(allowed.filter((one) => !isTier(one))) * regionRatio();
  if (tier === undefined && answeredBy?.tier !== undefined)
    return { ...plainOnly, usual: { tier: undefined, ratio: others } };
  const requested = allowed.filter(isTier);
  const ofTier =
    requested.length > 0
      ? ratioOf(requested)
      : tier === undefined
        ? 1
        : tierRatio(paidFields, tier, route.upstreamModel);
  const usual = { tier: undefined, ratio: others * ofTier };
  /**
   * Other fields that request a tier keep their ratio next to the one in the response; a tier that was not requested
   * replaces them.
   */
  const at = (name: string): TierTerms => {
    const beside = requested.filter(({ value }) => value === undefined || !isSameTier(value, name));
    return { tier: name, ratio: beside.length < requested.length ? others * ratioOf(beside) : others };
  };
  const ruled = requested.flatMap(({ value }) => (value === undefined ? [] : [at(value)]));
  if (tier === undefined) return { usual, ruled, confirmed: undefined };
  const served = at(tier);
  const wasRequested = requested.length === 0 || ruled.some((one) => isSameTier(tier, one.tier));
  return { usual, ruled: [served, ...ruled], confirmed: wasRequested ? served : undefined };

  function regionRatio(): number {
    const isAllowed = allowed.some(({ field }) => field === "inference_geo");
    return region === undefined || isAllowed ? 1 : tierRatio(paidFields, region, route.upstreamModel);
  }
}
