import { type PaidField, type PaidFields, paidFields, type TierRatio } from "../../canonical/paid-fields.ts";
import { serviceTier, speed } from "../kit/paid-tiers.ts";

/**
 * Paid fields of OpenAI's own dialects. The format itself rejects `background`, because its output would go unbilled.
 */
export const openAiFields: readonly PaidField[] = [
  serviceTier,
  speed,
  // A stored prompt contains its own model and tools.
  { field: "prompt.id", rule: "reject" },
  { field: "tools[].model", rule: "strip" },
  { field: "tools[].quality", rule: "strip", free: ["low", "medium", "auto"] },
  { field: "tools[].container.memory_limit", rule: "strip", free: ["1g"] },
  { field: "tools[].environment.type", rule: "reject", free: ["local"] },
];

/** Priority processing as a multiple of the standard price: https://platform.openai.com/docs/pricing */
const priority: TierRatio = {
  "": 2,
  "gpt-4.1": 1.75,
  "gpt-4o": 1.7,
  o3: 1.75,
  "o4-mini": 1.82,
  "gpt-5-mini": 1.8,
  "gpt-5.5": 2.5,
};
export const openAiTiers = { priority, fast: priority, ultrafast: 6 } as const;

/** For vendors that run searches without reporting a count: each answer that may search counts as one. */
export const searchFields: readonly PaidField[] = [
  { field: "tools.web_search*", rule: { charge: "web_search" } },
  { field: "tools.google_search*", rule: { charge: "web_search" } },
  { field: "web_search_options", rule: { charge: "web_search" } },
];

/** Gateways that choose among models and vendors. */
export const routerFields: readonly PaidField[] = [
  { field: "models", rule: "strip" },
  { field: "fallbacks", rule: "strip" },
  { field: "route", rule: "strip" },
  { field: "transforms", rule: "strip" },
  { field: "plugins", rule: "strip" },
  { field: "provider", rule: "reject" },
  { field: "preset", rule: "reject" },
  { field: "tools.openrouter*", rule: "reject" },
  { field: "model: :online", rule: { charge: "web_search" } },
  // A preset of the operator's account sets its own model, tools and provider.
  { field: "model: @preset/", rule: "reject" },
];

export const azureFields: readonly PaidField[] = [{ field: "data_sources", rule: "reject" }];

export const groqFields: readonly PaidField[] = [
  { field: "compound_custom", rule: "strip" },
  { field: "tools.browser_search", rule: { charge: "web_search" } },
  { field: "tools.code_interpreter", rule: { charge: "code_run" } },
];

export const xaiFields: readonly PaidField[] = [
  { field: "search_parameters", rule: "strip" },
  { field: "deferred", rule: "reject", free: [false] },
];

export const aliFields: readonly PaidField[] = [
  { field: "enable_search", rule: { charge: "web_search" }, free: [false] },
  { field: "search_options.search_strategy", rule: "strip", free: ["turbo", "standard"] },
  { field: "enable_code_interpreter", rule: "strip", free: [false] },
];

export const baiduFields: readonly PaidField[] = [
  { field: "web_search.enable", rule: { charge: "web_search" }, free: [false] },
];

export const hunyuanFields: readonly PaidField[] = [
  { field: "enable_enhancement", rule: { charge: "web_search" }, free: [false] },
  { field: "force_search_enhancement", rule: { charge: "web_search" }, free: [false] },
  { field: "enable_deep_search", rule: "strip", free: [false] },
];

export const zhipuFields: readonly PaidField[] = [{ field: "tools.retrieval", rule: "reject" }];

/** Search engines with this dialect, behind a channel of the type `custom`. */
const perplexityFields: readonly PaidField[] = [
  { field: "web_search_options.search_context_size", rule: "strip", free: ["low"] },
  { field: "web_search_options.search_type", rule: "strip", free: ["fast"] },
];

/** A vendor without paid fields of its own. */
export const openAiPaidFields: PaidFields = paidFields(openAiFields, { tiers: openAiTiers });

/** An unknown server: every field that costs extra at any vendor of the dialect. */
export const everyPaidField: PaidFields = paidFields(
  [
    ...openAiFields,
    ...searchFields,
    ...routerFields,
    ...azureFields,
    ...groqFields,
    ...xaiFields,
    ...aliFields,
    ...baiduFields,
    ...hunyuanFields,
    ...zhipuFields,
    ...perplexityFields,
  ],
  { tiers: openAiTiers },
);
