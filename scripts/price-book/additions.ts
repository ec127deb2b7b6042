import type { PublishedPrice } from "../../server/src/control/published-price.ts";

/** One page of prices, as it was read on a day. */
export interface PriceList {
  /** Provider number. */
  channelType: number;
  source: string;
  /** The day of the reading, or the month. */
  date: string;
  /** What holds for every model of the list. */
  note?: string;
  /** Prices in dollars per million tokens unless the field states otherwise. In yuan where `yuan` is set. */
  models: Readonly<Record<string, PublishedPrice & { note?: string; context?: number }>>;
  yuan?: true;
}

const per = (input: number, output = 0, cache_read?: number) => ({
  input,
  output,
  ...(cache_read !== undefined && { cache_read }),
});
/** Twice the input, half as much again for output: what most vendors charge for long prompts. */
const long = (above: number, input: number, output: number, cache_read?: number) => ({
  tiers: [{ above, ...per(input, output, cache_read) }],
});

/**
 * Prices that the package lacks, or that were read later than it was published. They take precedence over the package's. Prices of one name at
 * several vendors: the first list counts.
 */
export const additions: readonly PriceList[] = [
  {
    channelType: 1000,
    source: "",
    date: "2026-11-05",
    note: "The sandbox answers without an upstream; its price makes a first call show a cost.",
    models: { "sandbox-*": per(1, 3) },
  },
  {
    channelType: 1,
    source: "https://developers.openai.com/api/docs/pricing",
    date: "2026-11-05",
    models: {
      "gpt-6.1-sol": { ...per(2, 10, 0.1), ...long(272_000, 4, 15, 0.2), context: 1_050_000 },
      "gpt-6.1-terra": { ...per(1, 5, 0.05), ...long(272_000, 2, 7.5, 0.1), context: 1_050_000 },
      "gpt-4o-audio-preview": { ...per(2.5, 10), input_audio: 40, output_audio: 80 },
      "gpt-4o-realtime-preview*": { ...per(5, 20, 2.5), input_audio: 40, output_audio: 80 },
      "gpt-4o-search-preview*": { ...per(2.5, 10), web_search: 0.025 },
      "gpt-4o-mini-search-preview*": { ...per(0.15, 0.6), web_search: 0.025 },
      "gpt-5-nano-20*": per(0.05, 0.4, 0.005),
      "dall-e-2": {
        picture: 0.02,
        pictures: [
          { size: "256x256", dollars: 0.016 },
          { size: "512x512", dollars: 0.018 },
        ],
        note: "Retired: the last published price.",
      },
      "dall-e-3": {
        picture: 0.04,
        pictures: [
          { quality: "hd", dollars: 0.08 },
          { size: "1792x1024", dollars: 0.08 },
          { size: "1024x1792", dollars: 0.08 },
          { size: "1792x1024", quality: "hd", dollars: 0.12 },
          { size: "1024x1792", quality: "hd", dollars: 0.12 },
        ],
        note: "Retired: the last published price.",
      },
      "tts-1": { character: 0.000015 },
      "tts-1-hd": { character: 0.00003 },
      "omni-moderation*": { ...per(0), note: "Free." },
      "text-moderation*": { ...per(0), note: "Free." },
    },
  },
  {
    channelType: 14,
    source: "https://platform.claude.com/docs/en/about-claude/pricing",
    date: "2026-11-10",
    models: {
      "claude-fable-5-2": { ...per(8, 40, 0.2), context: 1_000_000 },
      "claude-sonnet-5-5": { ...per(2, 10, 0.1), context: 1_000_000 },
      "claude-haiku-5-5": { ...per(0.1, 0.5, 0.01), ...long(100_000, 0.5, 2.5, 0.05), context: 1_000_000 },
    },
  },
  {
    channelType: 28,
    source: "https://api-docs.deepseek.com/quick_start/pricing",
    date: "2026-10-27",
    models: {
      "deepseek-flash": { ...per(0.3, 1.2, 0.006), context: 1_000_000 },
      "deepseek-v4-flash": { ...per(0.3, 1.2, 0.006), context: 1_000_000 },
      "deepseek-chat": { ...per(0.28, 0.42, 0.028), note: "Retired: the last published price." },
      "deepseek-reasoner": { ...per(0.28, 0.42, 0.028), note: "Retired: the last published price." },
    },
  },
  {
    channelType: 30,
    source: "https://mistral.ai/pricing",
    date: "2026-06",
    models: {
      "mistral-large-latest": {
        ...per(0.5, 1.5, 0.05),
        context: 262_144,
        note: "The price of mistral-large-2512, which the alias stood for when it was last read.",
      },
      "magistral-medium-latest": per(2, 5),
      "magistral-small-latest": per(0.5, 1.5),
      "ministral-3b-latest": per(0.1, 0.1),
    },
  },
  {
    channelType: 31,
    source: "https://console.groq.com/docs/models",
    date: "2026-05",
    models: {
      "groq/compound": {
        ...per(0.15, 0.6),
        note: "Groq bills the models and tools behind it: the price of GPT-OSS 120B, its dearest model.",
      },
      "groq/compound-mini": {
        ...per(0.15, 0.6),
        note: "Groq bills the models and tools behind it: the price of GPT-OSS 120B, its dearest model.",
      },
      "qwen/qwen3.6-27b": {
        ...per(0.29, 0.59),
        note: "A preview without a listed price: the price of qwen/qwen3-32b, the nearest listed model.",
      },
    },
  },
  {
    channelType: 29,
    source: "https://platform.kimi.ai/docs/pricing",
    date: "2026-11",
    models: { "kimi-k3.1-pro": { ...per(2, 10, 0.2), cache_write: 2, context: 1_048_576 } },
  },
  {
    channelType: 16,
    source: "https://docs.z.ai/guides/overview/pricing",
    date: "2026-08-19",
    models: {
      "glm-5v-turbo": per(1.2, 4, 0.24),
      "glm-4.7": { ...per(0.6, 2.2, 0.11), context: 200_000 },
      "glm-4.7-flash": { ...per(0, 0), context: 200_000, note: "Free." },
      "glm-4.6": { ...per(0.6, 2.2, 0.11), context: 200_000 },
      "glm-4.6v": { ...per(0.3, 0.9, 0.05), context: 131_072 },
      "glm-4.5-air": { ...per(0.2, 1.1, 0.03), context: 131_072 },
      "glm-image": { picture: 0.015 },
      "cogview-4-250304": { picture: 0.01 },
    },
  },
  {
    channelType: 27,
    source: "https://platform.minimax.io/docs/guides/pricing-paygo",
    date: "2026-09-11",
    models: {
      "MiniMax-M3": { ...per(0.3, 1.2, 0.06), ...long(512_000, 0.6, 2.4, 0.12), context: 1_000_000 },
      "speech-2.8-hd": { character: 0.0001 },
      "speech-2.8-turbo": { character: 0.00006 },
      "speech-2.6-hd": { character: 0.0001 },
      "speech-2.6-turbo": { character: 0.00006 },
    },
  },
  {
    channelType: 36,
    source: "https://cohere.com/pricing",
    date: "2026-06",
    models: {
      "command-a-reasoning-08-2025": {
        ...per(2.5, 10),
        note: "Priced for existing customers alone: the price of command-a-03-2025.",
      },
      "command-a-vision-07-2025": {
        ...per(2.5, 10),
        note: "Priced for existing customers alone: the price of command-a-03-2025.",
      },
      "embed-multilingual-v3.0": per(0.1),
      "rerank-v4.0-pro": { call: 0.0025, note: "One search of up to 100 documents." },
      "rerank-v3.5": { call: 0.002, note: "One search of up to 100 documents." },
    },
  },
  {
    channelType: 20,
    source: "https://openrouter.ai/models",
    date: "2026-11-05",
    models: {
      "openai/gpt-6.1-sol": {
        ...per(2, 10, 0.1),
        ...long(272_000, 4, 15, 0.2),
        context: 1_050_000,
        note: "OpenAI's own price, which OpenRouter passes on.",
      },
    },
  },
  {
    channelType: 49,
    source: "https://docs.github.com/en/billing/reference/costs-for-github-models",
    date: "2026-06",
    note: "GitHub bills token units of $0.00001, by which the models cost what OpenAI charges.",
    models: {
      "openai/gpt-4.1": per(2, 8, 0.5),
      "openai/gpt-4.1-mini": per(0.4, 1.6, 0.1),
      "openai/gpt-4o": per(2.5, 10, 1.25),
      "openai/gpt-4o-mini": per(0.15, 0.6, 0.075),
    },
  },
  {
    channelType: 54,
    source: "https://www.databricks.com/product/pricing/foundation-model-serving",
    date: "2026-06",
    note: "Databricks bills units of its own; converted at the list price of a unit.",
    models: {
      "databricks-claude-sonnet-4-6": per(3, 15, 0.3),
      "databricks-gpt-oss-120b": per(0.15, 0.6),
      "databricks-meta-llama-3-3-70b-instruct": per(0.5, 1.5),
    },
  },
  {
    channelType: 47,
    source: "https://jina.ai/embeddings",
    date: "2026-06",
    note: "Sold as packages of tokens for every model: the price of the smallest package.",
    models: {
      "jina-reranker-v2-base-multilingual": per(0.05),
      "jina-reranker-m0": per(0.05),
      "jina-embeddings-v3": per(0.05),
      "jina-embeddings-v4": per(0.05),
    },
  },
  {
    channelType: 51,
    source: "https://www.recraft.ai/docs/api-reference/pricing",
    date: "2026-06",
    models: {
      recraftv3: { picture: 0.04 },
      recraft20b: { picture: 0.022 },
      recraft_vectorize: { call: 0.01 },
      recraft_removeBackground: { call: 0.01 },
      recraft_clarityUpscale: { call: 0.004 },
      recraft_generativeUpscale: { call: 0.25 },
      recraft_styles: { call: 0.04 },
    },
  },
  {
    channelType: 37,
    source: "https://platform.stability.ai/pricing",
    date: "2026-06",
    models: {
      "stable-image-core": { picture: 0.03 },
      "stable-image-ultra": { picture: 0.08 },
      "sd3.5-large": { picture: 0.065 },
      "sd3.5-medium": { picture: 0.035 },
    },
  },
  {
    channelType: 17,
    source: "https://www.alibabacloud.com/help/en/model-studio/model-pricing",
    date: "2026-06",
    note: "The international region; others differ.",
    models: {
      "qwen3.7-max": {
        ...per(1.25, 3.75, 0.25),
        context: 1_000_000,
        note: "The price at which OpenRouter sells Alibaba's own endpoint; Alibaba's list differs by region.",
      },
      "qwen3.7-plus": { ...per(0.4, 1.6, 0.08), ...long(262_144, 1.2, 4.8, 0.24), context: 1_000_000 },
      "qwen3.6-plus": { ...per(0.5, 3), ...long(262_144, 2, 6), context: 1_000_000 },
      "qwen3.6-flash": { ...per(0.25, 1.5), ...long(262_144, 1, 4), context: 1_000_000 },
      "qwen3-max": {
        ...per(1.2, 6),
        tiers: [
          { above: 32_768, ...per(2.4, 12) },
          { above: 131_072, ...per(3, 15) },
        ],
        context: 262_144,
      },
      "qwen-plus": { ...per(0.4, 1.2), ...long(262_144, 1.2, 3.6), context: 1_000_000 },
      "qwen-flash": { ...per(0.05, 0.4), ...long(262_144, 0.25, 2), context: 1_000_000 },
      "qwen3-vl-plus": {
        ...per(0.2, 1.6),
        tiers: [
          { above: 32_768, ...per(0.3, 2.4) },
          { above: 131_072, ...per(0.6, 4.8) },
        ],
        context: 262_144,
      },
      "qwen3-coder-plus": {
        ...per(1, 5),
        tiers: [
          { above: 32_768, ...per(1.8, 9) },
          { above: 131_072, ...per(3, 15) },
          { above: 262_144, ...per(6, 60) },
        ],
        context: 1_000_000,
      },
      "text-embedding-v4": per(0.07),
    },
  },
  {
    channelType: 45,
    source: "https://www.siliconflow.com/pricing",
    date: "2026-06",
    models: {
      "deepseek-ai/DeepSeek-V4-Flash": {
        ...per(0.44, 1.32, 0.014),
        note: "SiliconFlow's list was not at hand: DeepSeek's own price at the busy hour.",
      },
      "Pro/deepseek-ai/DeepSeek-V4": {
        ...per(1.32, 3.96, 0.044),
        note: "SiliconFlow's list was not at hand: DeepSeek's own price of V4 Pro at the busy hour.",
      },
      "Pro/zai-org/GLM-5.2": {
        ...per(1.4, 4.4, 0.26),
        note: "SiliconFlow's list was not at hand: Z.ai's own price.",
      },
      "Qwen/Qwen3-32B": per(0.14, 0.57),
      "Qwen/Qwen3-8B": per(0.06, 0.06),
    },
  },
  {
    channelType: 35,
    source: "https://developers.cloudflare.com/workers-ai/platform/pricing/",
    date: "2026-06",
    models: {
      "@cf/black-forest-labs/flux-1-schnell": {
        picture: 0.00064,
        note: "Billed by tile and step: a picture of 1,024 pixels a side in four steps.",
      },
      "@cf/openai/whisper-large-v3-turbo": { second: 0.0000085 },
    },
  },
  {
    channelType: 32,
    source: "https://aws.amazon.com/bedrock/pricing/",
    date: "2026-06",
    models: {
      "amazon.rerank-v1:0": { call: 0.001, note: "One query of up to 100 documents." },
      "cohere.rerank-v3-5:0": { call: 0.002, note: "One query of up to 100 documents." },
      "amazon.titan-embed-text-v2:0": per(0.02),
      "cohere.embed-v4:0": per(0.12),
    },
  },
  {
    channelType: 39,
    source: "https://ollama.com/pricing",
    date: "2026-06",
    note: "Free: Ollama charges a plan by month, not tokens; models on your own machine cost nothing.",
    models: {
      "gpt-oss:20b-cloud": per(0),
      "gpt-oss:120b-cloud": per(0),
      "deepseek-v3.1:671b-cloud": per(0),
      "qwen3-coder:480b-cloud": per(0),
      "kimi-k2:1t-cloud": per(0),
      "glm-4.6:cloud": per(0),
    },
  },
  {
    channelType: 52,
    source: "https://replicate.com/pricing",
    date: "2026-06",
    models: {
      "meta/meta-llama-3-70b-instruct": per(0.65, 2.75),
      "meta/meta-llama-3-8b-instruct": per(0.05, 0.25),
      "deepseek-ai/deepseek-v3.1": per(0.672, 2.016),
      "ibm-granite/granite-3.3-8b-instruct": per(0.03, 0.25),
      "black-forest-labs/flux-schnell": { picture: 0.003 },
      "black-forest-labs/flux-1.1-pro": { picture: 0.04 },
      "ideogram-ai/ideogram-v3-turbo": { picture: 0.03 },
    },
  },
];
