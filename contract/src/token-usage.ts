import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { logRow } from "./logs.ts";

/** Quota. Of a token without a limit of its own: what its user has. */
export const tokenUsage = z
  .object({
    object: z.literal("token_usage"),
    name: z.string(),
    total_granted: z.int(),
    total_used: z.int(),
    total_available: z.int(),
    unlimited_quota: z.boolean(),
    model_limits: z.record(z.string(), z.literal(true)).describe("Model → true."),
    model_limits_enabled: z.boolean(),
    expires_at: z.int().describe("Epoch seconds; 0: never."),
  })
  .meta({
    id: "TokenUsage",
    description: "Quota of the calling token. A token without a limit of its own has its user's quota.",
  });
export type TokenUsage = z.infer<typeof tokenUsage>;

export const getTokenUsage = defineEndpoint({
  method: "GET",
  path: "/api/usage/token",
  access: "public",
  byTokenKey: true,
  summary: "What the calling token was granted, has used and has left",
  data: tokenUsage,
  beside: z.object({ code: z.literal(true) }).describe("Always true."),
});

/** How many rows of a token are shown. */
export const tokenLogMost = 100;

export const listTokenLogs = defineEndpoint({
  method: "GET",
  path: "/api/log/token",
  access: "public",
  byTokenKey: "query",
  summary: `The newest ${tokenLogMost} calls of the calling token, without channels; the key may be in the query as key`,
  query: z.object({ key: z.string().max(200).default("") }),
  data: z.array(logRow),
});
