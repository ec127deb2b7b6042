import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { idParams, listQuery, pageOf, queryTime } from "./list-query.ts";

/** An audit entry. `detail` contains no secrets; changes are stored as `[before, after]`, of lists as `{ added, removed }`. */
export const auditEntry = z
  .object({
    id: z.int(),
    created_at: z.int().describe("Epoch seconds."),
    actor_id: z.int().describe("0: the server itself."),
    actor_name: z.string(),
    action: z.string().describe("`<thing>.<verb>`, e.g. `user.disable`."),
    target_type: z.string(),
    target_id: z.string(),
    target_name: z
      .string()
      .describe("Name of the target at that moment; empty where its id is its name, or the name is unknown."),
    target_now: z
      .string()
      .describe("What the thing is called today, for a link to it; empty where it is gone."),
    detail: z.record(z.string(), z.unknown()),
    source_ip: z.string(),
  })
  .meta({
    id: "AuditEntry",
    description:
      "Who did what to whom. Changed fields are in `detail` as `[before, after]`, changed lists as `{ added, removed }`; secrets are left out.",
  });
export type AuditEntry = z.infer<typeof auditEntry>;

/** Kinds of things that entries are about, for the filter. */
export const auditTargets = [
  "user",
  "token",
  "channel",
  "price",
  "price_list",
  "group",
  "gateway",
  "notice_channel",
  "order",
  "model_owner",
  "model_info",
  "setting",
  "log",
  "mail",
  "redemption",
  "telegram_menu",
  "telegram_bot",
] as const;

const auditOrder = ["created_at", "id"] as const;

/** `actor` is a name or an id; `action` matches its beginning: `user.` finds all that was done to users. */
export const listAudit = defineEndpoint({
  method: "GET",
  path: "/api/audit/",
  access: "root",
  summary: "What administrators changed and who signed in",
  query: listQuery(auditOrder, {
    actor: z.string().trim().max(200).default(""),
    action: z.string().trim().max(100).default(""),
    target_type: z.string().trim().max(50).default(""),
    target_id: z.string().trim().max(200).default(""),
    start_timestamp: queryTime,
    end_timestamp: queryTime,
  }),
  data: pageOf(auditEntry),
});

export const listUserAudit = defineEndpoint({
  method: "GET",
  path: "/api/user/:id/audit",
  access: "admin",
  summary: "Entries about one user and by that user",
  params: idParams,
  query: listQuery(auditOrder, {}),
  data: pageOf(auditEntry),
});
