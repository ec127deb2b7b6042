import { type PaidField, type PaidFields, paidFields } from "../../canonical/paid-fields.ts";
import { serviceTier } from "../kit/paid-tiers.ts";

/**
 * `generateContent`. Google's search is counted from the answer; what it fetches and runs besides (`urlContext`, `codeExecution`) costs tokens
 * that `usageMetadata` reports. A cache costs by the hour and belongs to the account, not to the caller.
 */
export const geminiFields: readonly PaidField[] = [
  serviceTier,
  { field: "cached_content", rule: "refuse" },
  { field: "extra_body.google.cached_content", rule: "refuse" },
  { field: "tools[].google_maps", rule: "refuse" },
  { field: "tools[].enterprise_web_search", rule: "refuse" },
  { field: "tools[].parallel_ai_search", rule: "refuse" },
  { field: "tools[].file_search", rule: "refuse" },
  { field: "tools[].retrieval", rule: "refuse" },
  { field: "model_armor_config", rule: "strip" },
];

/** From Google's pages on priority inference; Vertex AI names the kind of traffic instead. */
export const geminiTiers = { priority: 1.8, SERVICE_TIER_PRIORITY: 1.8, ON_DEMAND_PRIORITY: 1.8 } as const;

export const geminiPaidFields: PaidFields = paidFields(geminiFields, { tiers: geminiTiers });
