import type { FeatureGroup } from "./features.ts";
import { question } from "./features.ts";

const cache_control = { type: "ephemeral" };

/** Options for reasoning and caching. `echoed-reasoning.ts` checks earlier reasoning. */
export const thinking: FeatureGroup = {
  title: "Reasoning and prompt caching",
  features: [
    {
      name: "reasoning effort",
      fields: {
        "openai-chat": { reasoning_effort: "high" },
        "openai-responses": { reasoning: { effort: "high" } },
        "anthropic-messages": { thinking: { type: "enabled", budget_tokens: 1500 } },
        "gemini-generate": {
          generationConfig: { thinkingConfig: { thinkingBudget: 1500, includeThoughts: true } },
        },
      },
    },
    {
      name: "cache control",
      fields: {
        "openai-chat": {
          messages: [{ role: "user", content: [{ type: "text", text: question, cache_control }] }],
        },
        "anthropic-messages": {
          messages: [{ role: "user", content: [{ type: "text", text: question, cache_control }] }],
        },
      },
    },
  ],
};
