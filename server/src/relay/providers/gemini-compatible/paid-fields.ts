import { type PaidField, type PaidFields, paidFields } from "../../canonical/paid-fields.ts";
import { serviceTier } from "../kit/paid-tiers.ts";

/**
 * Paid fields of `generateContent`. Google's searches are counted from the answer; `urlContext` and `codeExecution`
 * cost tokens that `usageMetadata` reports. A cache is billed by the hour and belongs to the account, not to the
 * caller.
 */
export const geminiFields: readonly PaidField[] = [
  serviceTier,
  { field: "cached_content", rule: "reject" },
  { field: "extra_body.google.cached_content", rule: "reject" },
  { field: "tools[].google_maps", rule: "reject" },
  { field: "tools[].enterprise_web_search", rule: "reject" },
  { field: "tools[].parallel_ai_search", rule: "reject" },
  { field: "tools[].file_search", rule: "reject" },
  { field: "tools[].retrieval", rule: "reject" },
  { field: "model_armor_config", rule: "strip" },
];

/**
 * Prices of priority inference: https://ai.google.dev/gemini-api/docs/pricing. Vertex AI reports the traffic type
 * instead.
 */
export const geminiTiers = { priority: 1.8, SERVICE_TIER_PRIORITY: 1.8, ON_DEMAND_PRIORITY: 1.8 } as const;

export const geminiPaidFields: PaidFields = paidFields(geminiFields, { tiers: geminiTiers });
