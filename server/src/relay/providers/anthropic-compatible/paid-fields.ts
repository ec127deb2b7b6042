import { type PaidField, type PaidFields, paidFields } from "../../canonical/paid-fields.ts";
import { serviceTier, speed } from "../kit/paid-tiers.ts";

/**
 * Paid fields of Messages. The vendor counts searches; fetching is free; MCP servers (`mcp_servers`) and a shortened
 * history (`context_management`) cost tokens that `usage` reports. Code is billed by duration, which no answer reports,
 * so each answer that may run code counts as one run. The larger context window doubles the price of a long prompt.
 */
export const anthropicFields: readonly PaidField[] = [
  serviceTier,
  speed,
  { field: "fallbacks", rule: "strip" },
  { field: "inference_geo", rule: "reject", free: ["global", "not_available"] },
  { field: "container", rule: { charge: "code_run" } },
  { field: "tools.advisor*", rule: "reject" },
  { field: "tools.code_execution*", rule: { charge: "code_run" } },
  { field: "tools.code_interpreter", rule: { charge: "code_run" } },
  // Bedrock and Vertex AI accept betas in the body.
  { field: "anthropic_beta", rule: "strip" },
  { field: "anthropic-beta: context-1m", rule: "strip" },
  { field: "anthropic-beta: fast-mode", rule: "strip" },
  { field: "anthropic-beta: server-side-fallback", rule: "strip" },
  { field: "anthropic-beta: advisor-tool", rule: "strip" },
];

/** Prices: https://docs.claude.com/en/docs/about-claude/pricing (fast mode, data residency). */
export const anthropicTiers = {
  fast: { "": 2, "claude-opus-4-6": 6, "claude-opus-4-7": 6 },
  us: 1.1,
} as const;

export const anthropicPaidFields: PaidFields = paidFields(anthropicFields, { tiers: anthropicTiers });
