import type { FeatureGroup } from "./features.ts";

/** Numbers that steer the choice of words, and what a caller tells of itself. */
export const settings: FeatureGroup = {
  title: "Sampling and request options",
  features: [
    {
      name: "top p",
      asked: {
        "openai-chat": { top_p: 0.77 },
        "openai-responses": { top_p: 0.77 },
        "anthropic-messages": { top_p: 0.77 },
        "gemini-generate": { generationConfig: { topP: 0.77 } },
      },
      words: ["0.77"],
    },
    {
      name: "top k",
      asked: {
        "openai-chat": { top_k: 1717 },
        "anthropic-messages": { top_k: 1717 },
        "gemini-generate": { generationConfig: { topK: 1717 } },
      },
      words: ["1717"],
    },
    {
      name: "seed",
      asked: { "openai-chat": { seed: 4242 }, "gemini-generate": { generationConfig: { seed: 4242 } } },
      words: ["4242"],
    },
    {
      name: "penalties",
      asked: {
        "openai-chat": { frequency_penalty: 0.25, presence_penalty: 0.75 },
        "gemini-generate": { generationConfig: { frequencyPenalty: 0.25, presencePenalty: 0.75 } },
      },
      words: ["0.25", "0.75"],
    },
    {
      name: "end user",
      asked: {
        "openai-chat": { user: "user-77" },
        "openai-responses": { user: "user-77" },
        "anthropic-messages": { metadata: { user_id: "user-77" } },
      },
      words: ["user-77"],
    },
    {
      name: "metadata",
      asked: {
        "openai-chat": { metadata: { team: "lake" } },
        "openai-responses": { metadata: { team: "lake" } },
        "gemini-generate": { labels: { team: "lake" } },
      },
      words: ["lake"],
    },
    {
      name: "service tier",
      asked: {
        "openai-chat": { service_tier: "priority" },
        "openai-responses": { service_tier: "priority" },
        "anthropic-messages": { service_tier: "standard_only" },
      },
    },
    {
      name: "verbosity",
      asked: { "openai-chat": { verbosity: "low" }, "openai-responses": { text: { verbosity: "low" } } },
    },
    {
      name: "prompt cache key",
      asked: {
        "openai-chat": { prompt_cache_key: "session-77" },
        "openai-responses": { prompt_cache_key: "session-77" },
      },
      words: ["session-77"],
    },
  ],
};
