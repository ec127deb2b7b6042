import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";

/** What a reconciliation compares; docs/operate/reconciliation.md describes each rule. */
export const bookChecks = [
  "user_balance",
  "user_usage",
  "usage_rollup",
  "unknown_user",
  "below_zero",
  "collection",
  "uncollected",
  "token_usage",
  "budget",
  "order_payment",
  "order_refund",
  "order_entry",
  "order_reversal",
  "redemption_entry",
  "reward_entry",
  "task_hold",
  "task_entry",
] as const;
export type BookCheck = (typeof bookChecks)[number];

/** Subject of a difference. `all`: a sum over the whole installation. */
export const bookSubjects = ["user", "token", "order", "entry", "task", "all"] as const;
export type BookSubject = (typeof bookSubjects)[number];

export const bookDifference = z
  .object({
    check: z.enum(bookChecks),
    subject: z.enum(bookSubjects),
    id: z.string().describe("Of the user, token, order, ledger entry or task; empty for `all`."),
    expected: z.int().describe("Quota by the records that prove the figure."),
    actual: z.int().describe("Quota by the figure itself."),
  })
  .meta({
    id: "BookDifference",
    description: "A ledger difference: a figure that does not match its records.",
  });
export type BookDifference = z.infer<typeof bookDifference>;

export const reconciliation = z
  .object({
    checked_at: z.int().describe("Epoch seconds; 0: never checked."),
    milliseconds: z.int().describe("How long the check took."),
    users: z.int().describe("Users that were checked, deleted ones included."),
    orders: z.int(),
    differences: z.array(bookDifference),
    more: z.boolean().describe("Some check found more differences than are listed."),
  })
  .meta({ id: "Reconciliation", description: "Result of the last ledger check. Nothing is repaired." });
export type Reconciliation = z.infer<typeof reconciliation>;

export const getReconciliation = defineEndpoint({
  method: "GET",
  path: "/api/reconciliation",
  access: "admin",
  summary: "Result of the last ledger check",
  data: reconciliation,
});

export const runReconciliation = defineEndpoint({
  method: "POST",
  path: "/api/reconciliation",
  access: "admin",
  summary: "Check the ledger now; reads only",
  rate: "critical",
  data: reconciliation,
});
