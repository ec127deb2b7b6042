import { describe, expect, it } from "vitest";
import { noUsage, type UsageCounts } from "./cost.ts";
import { type CallFacts, priceCall, type RuledPrice } from "./price-rules.ts";

/** Source of a list price. */
interface Source {
  address: string;
  /** `copy`: of the vendor's page; `quoted`: of a page or program that cites it; `recalled`: neither was at hand. */
  how: "copy" | "quoted" | "recalled";
  /** Day or month of the list. */
  date: string;
}

/** A call and its cost by the vendor's list, calculated by hand: one term per class, in dollars. */
interface Bill {
  usage: Partial<UsageCounts>;
  facts?: Omit<CallFacts, "promptTokens">;
  dollars: number;
}

const source = (how: Source["how"], date: string, address: string): Source => ({ address, how, date });
const openAiPriority = source("copy", "2026-03", "https://openai.com/api-priority-processing");
const openAi = source("quoted", "2026-03", "https://platform.openai.com/docs/pricing");
const openAiModel = (model: string): Source =>
  source("copy", "2026", `https://developers.openai.com/api/docs/models/${model}`);
const openAiPictures = source("quoted", "2023-12-25", "https://openai.com/pricing");
const anthropic = source("copy", "2025-08", "https://docs.anthropic.com/en/docs/about-claude/pricing");
const anthropicLater = source("copy", "2026", "https://platform.claude.com/docs/en/about-claude/pricing");
const anthropicFast: Source = { ...anthropicLater, how: "quoted", date: "2026-04-30" };
const google = source("quoted", "2026-03", "https://ai.google.dev/gemini-api/docs/pricing");
const googleLater: Source = { ...google, date: "2026-10-09" };
/** Half for batch and flex, 75 to 100 % more for priority. */
const googleTiers = source("copy", "2026", "https://ai.google.dev/gemini-api/docs/optimization");
const deepseek = source("copy", "2025-09", "https://api-docs.deepseek.com/quick_start/pricing");
const deepseekEarlier = source(
  "copy",
  "2025-02",
  "https://api-docs.deepseek.com/quick_start/pricing-details-usd",
);
const alibaba = source(
  "quoted",
  "2026-05",
  "https://www.alibabacloud.com/help/en/model-studio/model-pricing",
);
const xai = source("copy", "2025-11", "https://docs.x.ai/docs/models");
const xaiLater = source("quoted", "2026", "https://docs.x.ai/developers/models");
const xaiLong: Source = { ...xaiLater, date: "2026-04-20" };
const mistral = source("quoted", "2026-08", "https://mistral.ai/pricing");
const groq = source("quoted", "2026-05", "https://groq.com/pricing");

/** Multiplier 1 is $2 per million tokens. */
const tokens = (input: number, output: number, more: Partial<RuledPrice> = {}): RuledPrice => ({
  type: "tokens",
  input,
  output,
  ...more,
});
const flex = { when: { service_tier: "flex" }, ratio: 0.5 };
/** xAI's price from 128,000 tokens on: twice as much, but for cached tokens. */
const grokLong = (input: number, output: number) => ({
  when: { prompt_above: 127_999 },
  input,
  output,
  extra_ratios: { cached_tokens: 0.125 },
});
const batch = { when: { service_tier: "batch" }, ratio: 0.5 };
const k = 1000;

const lists: { model: string; sources: Source[]; price: RuledPrice; bills: Bill[] }[] = [
  {
    // $2.50, cached $0.25, $15; above 272,000 tokens of prompt twice the input and half as much again of output; flex half; priority $5, $0.50, $30.
    model: "gpt-5.4",
    sources: [openAi, openAiPriority],
    price: tokens(1.25, 7.5, {
      extra_ratios: { cached_tokens: 0.1 },
      rules: [
        { when: { prompt_above: 272_000 }, input: 2.5, output: 11.25 },
        flex,
        { when: { service_tier: "priority" }, input: 2.5, output: 15 },
      ],
    }),
    bills: [
      // 0.25 + 0.0125 + 0.15
      { usage: { input: 100 * k, cached: 50 * k, output: 10 * k }, dollars: 0.4125 },
      // 0.222 of 272,000 tokens at the border: 0.555 + 0.0125 + 0.15
      { usage: { input: 222 * k, cached: 50 * k, output: 10 * k }, dollars: 0.7175 },
      // 1.00 + 0.04 + 0.225
      { usage: { input: 200 * k, cached: 80 * k, output: 10 * k }, dollars: 1.265 },
      // 0.125 + 0.00625 + 0.075
      {
        usage: { input: 100 * k, cached: 50 * k, output: 10 * k },
        facts: { serviceTier: "flex" },
        dollars: 0.20625,
      },
      // 0.50 + 0.025 + 0.30
      {
        usage: { input: 100 * k, cached: 50 * k, output: 10 * k },
        facts: { serviceTier: "priority" },
        dollars: 0.825,
      },
    ],
  },
  {
    // $0.25, cached $0.025, $2; priority $0.45, $0.045, $3.60.
    model: "gpt-5-mini",
    sources: [openAi, openAiPriority],
    price: tokens(0.125, 1, {
      extra_ratios: { cached_tokens: 0.1 },
      rules: [{ when: { service_tier: "priority" }, input: 0.225, output: 1.8 }],
    }),
    bills: [
      // 0.025 + 0.0025 + 0.04
      { usage: { input: 100 * k, cached: 100 * k, output: 20 * k }, dollars: 0.0675 },
      // 0.045 + 0.0045 + 0.072
      {
        usage: { input: 100 * k, cached: 100 * k, output: 20 * k },
        facts: { serviceTier: "priority" },
        dollars: 0.1215,
      },
    ],
  },
  {
    // $2, cached $0.50, $8; priority $3.50, $0.875, $14.
    model: "gpt-4.1",
    sources: [openAi, openAiPriority],
    price: tokens(1, 4, {
      extra_ratios: { cached_tokens: 0.25 },
      rules: [{ when: { service_tier: "priority" }, ratio: 1.75 }],
    }),
    // 0.35 + 0.0875 + 0.14
    bills: [
      {
        usage: { input: 100 * k, cached: 100 * k, output: 10 * k },
        facts: { serviceTier: "priority" },
        dollars: 0.5775,
      },
    ],
  },
  {
    // $2.50, cached $1.25, $10; priority $4.25, $2.125, $17.
    model: "gpt-4o",
    sources: [openAi, openAiPriority],
    price: tokens(1.25, 5, {
      extra_ratios: { cached_tokens: 0.5 },
      rules: [{ when: { service_tier: "priority" }, ratio: 1.7 }],
    }),
    // 0.425 + 0.2125 + 0.17
    bills: [
      {
        usage: { input: 100 * k, cached: 100 * k, output: 10 * k },
        facts: { serviceTier: "priority" },
        dollars: 0.8075,
      },
    ],
  },
  {
    // $2, cached $0.50, $8; flex half; reasoning is output.
    model: "o3",
    sources: [openAi],
    price: tokens(1, 4, { extra_ratios: { cached_tokens: 0.25 }, rules: [flex] }),
    bills: [
      // 0.20 + 0.02 + 0.016 + 0.064
      { usage: { input: 100 * k, cached: 40 * k, output: 2 * k, reasoning: 8 * k }, dollars: 0.3 },
      // 0.10 + 0.01 + 0.04
      {
        usage: { input: 100 * k, cached: 40 * k, output: 10 * k },
        facts: { serviceTier: "flex" },
        dollars: 0.15,
      },
    ],
  },
  {
    // $0.006 a minute.
    model: "whisper-1",
    sources: [openAiModel("whisper-1")],
    price: tokens(0, 0, { extra_ratios: { second: 0.0001 } }),
    bills: [{ usage: { seconds: 90 }, dollars: 0.009 }],
  },
  {
    // $15 a million characters.
    model: "tts-1",
    sources: [openAiModel("tts-1")],
    price: tokens(0, 0, { extra_ratios: { character: 0.000015 } }),
    bills: [{ usage: { characters: 1200 }, dollars: 0.018 }],
  },
  {
    // Square $0.04, other sizes $0.08; HD $0.08 and $0.12.
    model: "dall-e-3",
    sources: [openAiPictures],
    price: tokens(0, 0, {
      extra_ratios: { picture: 0.04 },
      rules: [
        { when: { size: "1024x1792" }, extra_ratios: { picture: 0.08 } },
        { when: { size: "1792x1024" }, extra_ratios: { picture: 0.08 } },
        { when: { quality: "hd" }, extra_ratios: { picture: 0.08 } },
        { when: { quality: "hd", size: "1024x1792" }, extra_ratios: { picture: 0.12 } },
        { when: { quality: "hd", size: "1792x1024" }, extra_ratios: { picture: 0.12 } },
      ],
    }),
    bills: [
      { usage: { pictures: 1 }, facts: { size: "1024x1024", quality: "standard" }, dollars: 0.04 },
      { usage: { pictures: 2 }, facts: { size: "1792x1024", quality: "standard" }, dollars: 0.16 },
      { usage: { pictures: 1 }, facts: { size: "1024x1024", quality: "hd" }, dollars: 0.08 },
      { usage: { pictures: 3 }, facts: { size: "1024x1792", quality: "hd" }, dollars: 0.36 },
    ],
  },
  {
    // $15, write $18.75 (5 minutes) and $30 (an hour), read $1.50, $75; batch half.
    model: "claude-opus-4-1",
    sources: [anthropic, anthropicLater],
    price: tokens(7.5, 37.5, { rules: [batch] }),
    bills: [
      // 0.15 + 0.375 + 0.30 + 0.15 + 0.30
      {
        usage: {
          input: 10 * k,
          cached_write: 20 * k,
          cached_write_1h: 10 * k,
          cached_read: 100 * k,
          output: 4 * k,
        },
        dollars: 1.275,
      },
      // 0.075 + 0.15
      { usage: { input: 10 * k, output: 4 * k }, facts: { serviceTier: "batch" }, dollars: 0.225 },
    ],
  },
  {
    // $3, write $3.75, read $0.30, $15; above 200,000 tokens $6 and $22.50, and the cache at the same ratios of $6.
    model: "claude-sonnet-4",
    sources: [anthropic],
    price: tokens(1.5, 7.5, { rules: [{ when: { prompt_above: 200_000 }, input: 3, output: 11.25 }] }),
    bills: [
      // 0.15 + 0.03 + 0.0375 + 0.06
      {
        usage: { input: 50 * k, cached_read: 100 * k, cached_write: 10 * k, output: 4 * k },
        dollars: 0.2775,
      },
      // 0.90 + 0.06 + 0.075 + 0.09
      {
        usage: { input: 150 * k, cached_read: 100 * k, cached_write: 10 * k, output: 4 * k },
        dollars: 1.125,
      },
    ],
  },
  {
    // $0.25, write $0.30, read $0.03, $1.25.
    model: "claude-3-haiku",
    sources: [anthropic, anthropicLater],
    price: tokens(0.125, 0.625, { extra_ratios: { cached_write_tokens: 1.2, cached_read_tokens: 0.12 } }),
    // 0.025 + 0.03 + 0.003 + 0.0125
    bills: [
      {
        usage: { input: 100 * k, cached_write: 100 * k, cached_read: 100 * k, output: 10 * k },
        dollars: 0.0705,
      },
    ],
  },
  {
    // $0.80, write $1 and $1.60, read $0.08, $4; batch $0.40 and $2.
    model: "claude-3-5-haiku",
    sources: [anthropic, anthropicLater],
    price: tokens(0.4, 2, { rules: [{ when: { service_tier: "batch" }, input: 0.2, output: 1 }] }),
    bills: [
      // 0.08 + 0.10 + 0.16 + 0.008 + 0.04
      {
        usage: {
          input: 100 * k,
          cached_write: 100 * k,
          cached_write_1h: 100 * k,
          cached_read: 100 * k,
          output: 10 * k,
        },
        dollars: 0.388,
      },
      // 0.04 + 0.02
      { usage: { input: 100 * k, output: 10 * k }, facts: { serviceTier: "batch" }, dollars: 0.06 },
    ],
  },
  {
    // $5 and $25; fast mode six times as much.
    model: "claude-opus-4-6",
    sources: [anthropicLater, anthropicFast],
    price: tokens(2.5, 12.5, { rules: [{ when: { service_tier: "fast" }, ratio: 6 }] }),
    // 0.30 + 0.15 + 0.30
    bills: [
      {
        usage: { input: 10 * k, cached_read: 50 * k, output: 2 * k },
        facts: { serviceTier: "fast" },
        dollars: 0.75,
      },
    ],
  },
  {
    // $1, read $0.10, $5; a search $10 a thousand.
    model: "claude-haiku-4-5",
    sources: [anthropicLater],
    price: tokens(0.5, 2.5, { extra_ratios: { web_search_call: 0.01 } }),
    // 0.10 + 0.09 + 0.005 + 0.02
    bills: [
      { usage: { input: 100 * k, cached_read: 900 * k, output: 1 * k, web_search: 2 }, dollars: 0.215 },
    ],
  },
  {
    // $1.25, cached $0.125, $10; above 200,000 tokens $2.50, $0.25, $15; priority 1.8 times.
    model: "gemini-2.5-pro",
    sources: [google, googleTiers],
    price: tokens(0.625, 5, {
      extra_ratios: { cached_tokens: 0.1 },
      rules: [
        { when: { prompt_above: 200_000 }, input: 1.25, output: 7.5 },
        { when: { service_tier: "priority" }, ratio: 1.8 },
      ],
    }),
    bills: [
      // 0.125 + 0.0125 + 0.08 + 0.02, just at the border
      { usage: { input: 100 * k, cached: 100 * k, output: 8 * k, reasoning: 2 * k }, dollars: 0.2375 },
      // 0.375 + 0.025 + 0.12 + 0.03
      { usage: { input: 150 * k, cached: 100 * k, output: 8 * k, reasoning: 2 * k }, dollars: 0.55 },
      // (0.125 + 0.10) × 1.8
      {
        usage: { input: 100 * k, output: 10 * k },
        facts: { serviceTier: "ON_DEMAND_PRIORITY" },
        dollars: 0.405,
      },
    ],
  },
  {
    // $0.30, sound $1.00, cached $0.03, $2.50; flex half.
    model: "gemini-2.5-flash",
    sources: [google, googleTiers],
    price: tokens(0.15, 1.25, {
      extra_ratios: { cached_tokens: 0.1, input_audio_tokens: 10 / 3 },
      rules: [flex],
    }),
    bills: [
      // 0.003 + 0.06 + 0.005
      { usage: { input: 10 * k, input_audio: 60 * k, output: 2 * k }, dollars: 0.068 },
      // 0.0015 + 0.03 + 0.0025
      {
        usage: { input: 10 * k, input_audio: 60 * k, output: 2 * k },
        facts: { serviceTier: "flex" },
        dollars: 0.034,
      },
    ],
  },
  {
    // $0.10, $0.40; batch half.
    model: "gemini-2.5-flash-lite",
    sources: [google, googleTiers],
    price: tokens(0.05, 0.2, { rules: [batch] }),
    // 0.05 + 0.02
    bills: [{ usage: { input: 1000 * k, output: 100 * k }, facts: { serviceTier: "batch" }, dollars: 0.07 }],
  },
  {
    // $2, cached $0.20, $12; above 200,000 tokens $4, $0.40, $18.
    model: "gemini-3.1-pro-preview",
    sources: [googleLater],
    price: tokens(1, 6, {
      extra_ratios: { cached_tokens: 0.1 },
      rules: [{ when: { prompt_above: 200_000 }, input: 2, output: 9 }],
    }),
    // 0.80 + 0.02 + 0.18
    bills: [{ usage: { input: 200 * k, cached: 50 * k, output: 10 * k }, dollars: 1 }],
  },
  {
    // $0.56, cached $0.07, $1.68.
    model: "deepseek-chat (V3.1)",
    sources: [deepseek],
    price: tokens(0.28, 0.84, { extra_ratios: { cached_tokens: 0.125 } }),
    // 0.056 + 0.007 + 0.0168
    bills: [{ usage: { input: 100 * k, cached: 100 * k, output: 10 * k }, dollars: 0.0798 }],
  },
  {
    // $0.55, cached $0.14, $2.19; reasoning is output.
    model: "deepseek-reasoner (R1)",
    sources: [deepseekEarlier],
    price: tokens(0.275, 1.095, { extra_ratios: { cached_tokens: 14 / 55 } }),
    // 0.055 + 0.014 + 0.00438 + 0.01752
    bills: [{ usage: { input: 100 * k, cached: 100 * k, output: 2 * k, reasoning: 8 * k }, dollars: 0.0909 }],
  },
  {
    // $1.20 and $6; above 32,000 tokens $2.40 and $12; above 128,000 $3 and $15. Automatic cache a fifth; marked cache 1.25 and 0.1.
    model: "qwen3-max",
    sources: [alibaba],
    price: tokens(0.6, 3, {
      extra_ratios: { cached_tokens: 0.2 },
      rules: [
        { when: { prompt_above: 32_000 }, input: 1.2, output: 6 },
        { when: { prompt_above: 128_000 }, input: 1.5, output: 7.5 },
      ],
    }),
    bills: [
      // 0.024 + 0.012
      { usage: { input: 20 * k, output: 2 * k }, dollars: 0.036 },
      // 0.144 + 0.0192 + 0.06
      { usage: { input: 60 * k, cached: 40 * k, output: 5 * k }, dollars: 0.2232 },
      // 0.30 + 0.0375 + 0.0285 + 0.15
      {
        usage: { input: 100 * k, cached_write: 10 * k, cached_read: 95 * k, output: 10 * k },
        dollars: 0.516,
      },
    ],
  },
  {
    // $3, cached $0.75, $15.
    model: "grok-3",
    sources: [xai, xaiLater],
    price: tokens(1.5, 7.5, { extra_ratios: { cached_tokens: 0.25 } }),
    // 0.03 + 0.0075 + 0.03
    bills: [{ usage: { input: 10 * k, cached: 10 * k, output: 2 * k }, dollars: 0.0675 }],
  },
  {
    // $0.30, cached $0.075, $0.50.
    model: "grok-3-mini",
    sources: [xai, xaiLater],
    price: tokens(0.15, 0.25, { extra_ratios: { cached_tokens: 0.25 } }),
    // 0.03 + 0.0075 + 0.005 + 0.005
    bills: [
      { usage: { input: 100 * k, cached: 100 * k, output: 10 * k, reasoning: 10 * k }, dollars: 0.0475 },
    ],
  },
  {
    // $0.20, cached $0.05, $0.50; from 128,000 tokens on $0.40, cached $0.05, $1.
    model: "grok-4-1-fast-reasoning",
    sources: [xai, xaiLater, xaiLong],
    price: tokens(0.1, 0.25, {
      extra_ratios: { cached_tokens: 0.25 },
      rules: [grokLong(0.2, 0.5)],
    }),
    bills: [
      // 0.02 + 0.001 + 0.005
      { usage: { input: 100 * k, cached: 20 * k, output: 10 * k }, dollars: 0.026 },
      // 0.0512 + 0.01: the length itself has the higher price.
      { usage: { input: 128 * k, output: 10 * k }, dollars: 0.0612 },
      // 0.08 + 0.005 + 0.01
      { usage: { input: 200 * k, cached: 100 * k, output: 10 * k }, dollars: 0.095 },
    ],
  },
  {
    // $3, cached $0.75, $15; from 128,000 tokens on $6, cached $0.75, $30.
    model: "grok-4-0709",
    sources: [xai, xaiLong],
    price: tokens(1.5, 7.5, {
      extra_ratios: { cached_tokens: 0.25 },
      rules: [grokLong(3, 15)],
    }),
    bills: [
      // 0.3 + 0.015 + 0.15
      { usage: { input: 100 * k, cached: 20 * k, output: 10 * k }, dollars: 0.465 },
      // 0.6 + 0.075 + 0.3
      { usage: { input: 100 * k, cached: 100 * k, output: 10 * k }, dollars: 0.975 },
    ],
  },
  {
    // $0.07 a picture.
    model: "grok-2-image-1212",
    sources: [xai],
    price: tokens(0, 0, { extra_ratios: { picture: 0.07 } }),
    bills: [{ usage: { pictures: 4 }, dollars: 0.28 }],
  },
  {
    // $0.30 and $0.90; batch half.
    model: "codestral",
    sources: [mistral],
    price: tokens(0.15, 0.45, { rules: [batch] }),
    bills: [
      // 0.03 + 0.009
      { usage: { input: 100 * k, output: 10 * k }, dollars: 0.039 },
      // 0.015 + 0.0045
      { usage: { input: 100 * k, output: 10 * k }, facts: { serviceTier: "batch" }, dollars: 0.0195 },
    ],
  },
  {
    // $0.04 an hour.
    model: "whisper-large-v3-turbo",
    sources: [groq],
    price: tokens(0, 0, { extra_ratios: { second: 0.04 / 3600 } }),
    bills: [{ usage: { seconds: 9000 }, dollars: 0.1 }],
  },
];

describe("the price of a call equals the vendor's list, worked out by hand", () => {
  it.each(lists)("$model", ({ price, bills, sources }) => {
    expect(sources.length).toBeGreaterThan(0);
    for (const { usage, facts, dollars } of bills) {
      const { cost } = priceCall(price, 1, { ...noUsage, ...usage }, facts);
      expect([usage, cost]).toEqual([usage, Math.round(dollars * 500_000)]);
    }
  });

  it("for at least twenty models of five vendors, with tiers and caches", () => {
    const addresses = new Set(
      lists.flatMap(({ sources }) => sources.map(({ address }) => new URL(address).host)),
    );
    expect(lists.length).toBeGreaterThanOrEqual(20);
    expect(addresses.size).toBeGreaterThanOrEqual(5);
  });
});
