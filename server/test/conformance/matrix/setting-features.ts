import type { FeatureGroup } from "./features.ts";

/** Sampling parameters, and metadata about the caller. */
export const settings: FeatureGroup = {
  title: "Sampling and request options",
  features: [
    {
      name: "top p",
      fields: {
        "openai-chat": { top_p: 0.77 },
        "openai-responses": { top_p: 0.77 },
        "anthropic-messages": { top_p: 0.77 },
        "gemini-generate": { generationConfig: { topP: 0.77 } },
      },
      words: ["0.77"],
    },
    {
      name: "top k",
      fields: {
        "openai-chat": { top_k: 1717 },
        "anthropic-messages": { top_k: 1717 },
        "gemini-generate": { generationConfig: { topK: 1717 } },
      },
      words: ["1717"],
    },
    {
      name: "seed",
      fields: { "openai-chat": { seed: 4242 }, "gemini-generate": { generationConfig: { seed: 4242 } } },
      words: ["4242"],
    },
    {
      name: "penalties",
      fields: {
        "openai-chat": { frequency_penalty: 0.25, presence_penalty: 0.75 },
        "gemini-generate": { generationConfig: { frequencyPenalty: 0.25, presencePenalty: 0.75 } },
      },
      words: ["0.25", "0.75"],
    },
    {
      name: "end user",
      fields: {
        "openai-chat": { user: "user-77" },
        "openai-responses": { user: "user-77" },
        "anthropic-messages": { metadata: { user_id: "user-77" } },
      },
      words: ["user-77"],
    },
    {
      name: "metadata",
      fields: {
        "openai-chat": { metadata: { team: "lake" } },
        "openai-responses": { metadata: { team: "lake" } },
        "gemini-generate": { labels: { team: "lake" } },
      },
      words: ["lake"],
    },
    {
      name: "service tier",
      fields: {
        "openai-chat": { service_tier: "priority" },
        "openai-responses": { service_tier: "priority" },
        "anthropic-messages": { service_tier: "standard_only" },
      },
    },
    {
      name: "verbosity",
      fields: { "openai-chat": { verbosity: "low" }, "openai-responses": { text: { verbosity: "low" } } },
    },
    {
      name: "prompt cache key",
      fields: {
        "openai-chat": { prompt_cache_key: "session-77" },
        "openai-responses": { prompt_cache_key: "session-77" },
      },
      words: ["session-77"],
    },
  ],
};
