import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { idParams, listQuery, pageOf, queryTime } from "./list-query.ts";

/** Who did what to whom. `detail` holds no secrets; what changed stands there as `[before, after]`, of lists as `{ added, removed }`. */
export const auditEntry = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  /** 0: the server itself. */
  actor_id: z.number().int(),
  actor_name: z.string(),
  /** `<thing>.<verb>`, e.g. `user.disable`. */
  action: z.string(),
  target_type: z.string(),
  target_id: z.string(),
  /** Name of the target at that moment; empty where its id is its name, or the name is unknown. */
  target_name: z.string(),
  /** What the thing is called today, for a link to it; empty where it is gone. */
  target_now: z.string(),
  detail: z.record(z.string(), z.unknown()),
  source_ip: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Kinds of things that entries are about, for the filter. */
export const auditTargets = [
  "user",
  "token",
  "channel",
  "price",
  "group",
  "model_owner",
  "model_info",
  "setting",
  "log",
  "mail",
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
