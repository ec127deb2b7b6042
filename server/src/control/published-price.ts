import { extraRatioClasses, type ExtraRatioKey, toolPriceClasses } from "@tollgate/contract/cost";
import type { PriceRule } from "@tollgate/contract/price-rules";
import type { Price } from "@tollgate/contract/pricing";

/** Dollars per million tokens, by kind of token. */
export interface TokenDollars {
  input?: number;
  output?: number;
  cache_read?: number;
  cache_write?: number;
  cache_write_1h?: number;
  input_audio?: number;
  input_image?: number;
  reasoning?: number;
  output_audio?: number;
  output_image?: number;
}

/** A price as vendors publish it, in dollars. */
export interface PublishedPrice extends TokenDollars {
  /** Dollars per call of the model; the tokens then cost nothing. */
  call?: number;
  /** Dollars per second of audio or video, per image, per character of speech input. */
  second?: number;
  picture?: number;
  character?: number;
  /** Dollars per call of the vendor's own tools. */
  web_search?: number;
  file_search?: number;
  /** Dollars per image where the request has a size or quality. */
  pictures?: readonly { size?: string; quality?: string; dollars: number }[];
  /** Dollars per second of video where the request has a size or quality. */
  seconds?: readonly { size?: string; quality?: string; dollars: number }[];
  /** Prices of prompts with more tokens than `above`. */
  tiers?: readonly (TokenDollars & { above: number })[];
  /** Prices of other service tiers. */
  service_tiers?: Readonly<Record<string, TokenDollars>>;
}

export interface PricedModel {
  model: string;
  /** Provider number. */
  channelType: number;
  /** True where callers mark what is cached (Anthropic's API): reads then have their own class. */
  marksCache: boolean;
}

const classKeys = {
  cache_write: "cached_write_tokens",
  cache_write_1h: "cached_write_1h_tokens",
  input_audio: "input_audio_tokens",
  input_image: "input_image_tokens",
  reasoning: "reasoning_tokens",
  output_audio: "output_audio_tokens",
  output_image: "output_image_tokens",
} as const satisfies Partial<Record<keyof TokenDollars, ExtraRatioKey>>;

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
/** A multiplier of 1 is two dollars per million tokens, or $0.002 per call. */
const multiplier = (dollars: number) => rounded(dollars / 2);

/** A published price as the price list stores it. Ratios that equal the default are left out. */
export function priceOf({ model, channelType, marksCache }: PricedModel, published: PublishedPrice): Price {
  const { call, second, picture, character } = published;
  const named = { model, channel_type: channelType, locked: false };
  const tools = toolPrices(published);
  if (call !== undefined)
    return {
      ...named,
      type: "times",
      input: rounded(call / 0.002),
      output: 0,
      extra_ratios: tools,
      rules: [],
    };
  const base = withBase(published);
  const ratios = ratiosOf(base, marksCache);
  const units = Object.fromEntries(
    Object.entries({ second, picture, character }).filter(([, dollars]) => dollars !== undefined),
  );
  return {
    ...named,
    type: "tokens",
    input: multiplier(base.input),
    output: multiplier(base.output),
    extra_ratios: { ...withoutDefaults(ratios), ...units, ...tools },
    rules: rulesOf(published, base, marksCache),
  };
}

type BasedDollars = TokenDollars & { input: number; output: number };

/** A model that only has audio or image tokens has no text price: the first price of the side replaces it. */
function withBase(dollars: TokenDollars, base?: BasedDollars): BasedDollars {
  return {
    ...base,
    ...dollars,
    input: dollars.input ?? base?.input ?? dollars.input_audio ?? dollars.input_image ?? 0,
    output: dollars.output ?? base?.output ?? dollars.output_audio ?? dollars.output_image ?? 0,
  };
}

type Ratios = Partial<Record<ExtraRatioKey, number>>;

function ratiosOf(dollars: BasedDollars, marksCache: boolean): Ratios {
  const keys = { ...classKeys, cache_read: marksCache ? "cached_read_tokens" : "cached_tokens" } as const;
  const ratios: Ratios = {};
  for (const [name, key] of Object.entries(keys) as [keyof typeof keys, ExtraRatioKey][]) {
    const own = dollars[name];
    const side = dollars[extraRatioClasses[key].side];
    if (own !== undefined && side > 0) ratios[key] = rounded(own / side);
  }
  return ratios;
}

function withoutDefaults(ratios: Ratios): Ratios {
  return Object.fromEntries(
    Object.entries(ratios).filter(([key, ratio]) => ratio !== extraRatioClasses[key as ExtraRatioKey].ratio),
  );
}

function toolPrices({ web_search, file_search }: PublishedPrice): Price["extra_ratios"] {
  const prices: [keyof typeof toolPriceClasses, number | undefined][] = [
    ["web_search_call", web_search],
    ["file_search_call", file_search],
  ];
  return Object.fromEntries(
    prices.filter(([key, dollars]) => dollars !== undefined && dollars !== toolPriceClasses[key].dollars),
  );
}

/**
 * Images, seconds and service tiers first, then lengths from short to long: a longer prompt's price overrides a shorter
 * one's.
 */
function rulesOf(published: PublishedPrice, base: BasedDollars, marks: boolean): PriceRule[] {
  const { tiers = [], service_tiers = {}, pictures = [], seconds = [] } = published;
  const rules: PriceRule[] = [
    ...pictures.map(({ dollars, ...when }) => ({ when, extra_ratios: { picture: dollars } })),
    ...seconds.map(({ dollars, ...when }) => ({ when, extra_ratios: { second: dollars } })),
  ];
  for (const [name, dollars] of Object.entries(service_tiers))
    rules.push(...ruleOf({ service_tier: name }, withBase(dollars, base), base, marks));
  for (const { above, ...dollars } of [...tiers].sort((a, b) => a.above - b.above)) {
    const long = withBase(dollars, base);
    rules.push(...ruleOf({ prompt_above: above }, long, base, marks));
    for (const [name, ofTier] of Object.entries(service_tiers)) {
      const own = scaled(withBase(ofTier, base), long, base);
      const ratios = ratiosOf(own, marks);
      // All ratios are explicit, since the two rules before may have set them.
      rules.push({
        when: { service_tier: name, prompt_above: above },
        input: multiplier(own.input),
        output: multiplier(own.output),
        ...(Object.keys(ratios).length > 0 && { extra_ratios: ratios }),
      });
    }
  }
  return rules;
}

/** A tier's price of long prompts: lists only contain each of the two alone, so both factors are multiplied. */
function scaled(tier: BasedDollars, long: BasedDollars, base: BasedDollars): BasedDollars {
  const both = { ...tier };
  for (const name of Object.keys(both) as (keyof BasedDollars)[]) {
    const [ofTier = 0, ofLong = 0, own = 0] = [tier[name], long[name], base[name]];
    both[name] = own > 0 ? rounded((ofTier * ofLong) / own) : Math.max(ofTier, ofLong);
  }
  return both;
}

/** Ratios are repeated in a rule only where they differ from the price's own. */
function ruleOf(when: PriceRule["when"], own: BasedDollars, base: BasedDollars, marks: boolean): PriceRule[] {
  const before = ratiosOf(base, marks);
  const ratios = Object.entries(ratiosOf(own, marks)).filter(
    ([key, ratio]) =>
      Math.abs(ratio - (before[key as ExtraRatioKey] ?? Number.NaN)) > 2e-6 || !(key in before),
  );
  const rule: PriceRule = {
    when,
    ...(own.input !== base.input && { input: multiplier(own.input) }),
    ...(own.output !== base.output && { output: multiplier(own.output) }),
    ...(ratios.length > 0 && { extra_ratios: Object.fromEntries(ratios) }),
  };
  return Object.keys(rule).length > 1 ? [rule] : [];
}
