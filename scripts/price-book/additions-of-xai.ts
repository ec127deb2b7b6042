import type { PriceList } from "./additions.ts";

const per = (input: number, output: number, cache_read: number) => ({ input, output, cache_read });

/** xAI bills the whole call at the higher price once the prompt reaches the length, so the tier begins one token earlier. */
const from = (length: number, input: number, output: number, cache_read: number) => ({
  tiers: [{ above: length - 1, ...per(input, output, cache_read) }],
});

const grok4_20 = {
  ...per(1.25, 2.5, 0.2),
  ...from(200_000, 2.5, 5, 0.4),
  context: 1_000_000,
};

const retired = "Retired: the last published price.";
/** Only text became more expensive in long prompts; a cached token cost the same. */
const grok4 = { ...per(3, 15, 0.75), ...from(128_000, 6, 30, 0.75), context: 256_000, note: retired };
const grok4Fast = {
  ...per(0.2, 0.5, 0.05),
  ...from(128_000, 0.4, 1, 0.05),
  context: 2_000_000,
  note: retired,
};

/** Prices of long prompts that the package lacks. */
export const additionsOfXai: readonly PriceList[] = [
  {
    channelType: 56,
    source: "https://docs.x.ai/developers/models",
    date: "2026-08-22",
    models: {
      "grok-4.20-0309-reasoning": grok4_20,
      "grok-4.20-0309-non-reasoning": grok4_20,
      "grok-4.20-multi-agent": grok4_20,
      "grok-4.20-multi-agent-0309": grok4_20,
    },
  },
  {
    channelType: 56,
    source: "https://docs.x.ai/developers/models/grok-4-1-fast-non-reasoning",
    date: "2026-04-20",
    models: {
      "grok-4": grok4,
      "grok-4-0709": grok4,
      "grok-4-latest": grok4,
      "grok-4-fast": grok4Fast,
      "grok-4-fast-reasoning": grok4Fast,
      "grok-4-fast-reasoning-latest": grok4Fast,
      "grok-4-fast-non-reasoning": grok4Fast,
      "grok-4-fast-non-reasoning-latest": grok4Fast,
      "grok-4-1-fast": grok4Fast,
      "grok-4-1-fast-reasoning": grok4Fast,
      "grok-4-1-fast-reasoning-latest": grok4Fast,
      "grok-4-1-fast-non-reasoning": grok4Fast,
      "grok-4-1-fast-non-reasoning-latest": grok4Fast,
    },
  },
];
