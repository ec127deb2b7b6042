import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { idParams, listQuery, pageOf } from "./list-query.ts";

/** Months begin at 00:00 UTC on their first day. */
const month = z
  .string()
  .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)
  .describe("A month in UTC: YYYY-MM.");

/** Every change of a balance that is no call, in the groups that a statement shows. */
export const statementKinds = [
  "topup",
  "redemption",
  "reward",
  "adjustment",
  "refund",
  "collection",
  "other",
] as const;
export type StatementKind = (typeof statementKinds)[number];

const statementChange = z
  .object({
    kind: z.enum(statementKinds),
    amount: z.int().describe("Signed quota."),
    count: z.int(),
  })
  .meta({ id: "StatementChange", description: "Sum of one kind of changes in the month." });

const statementEntry = z
  .object({
    created_at: z.int().describe("Epoch seconds."),
    kind: z.enum(statementKinds),
    amount: z.int().describe("Signed quota."),
    remark: z.string(),
  })
  .meta({ id: "StatementEntry" });

const usageFields = {
  request_count: z.int(),
  quota: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
};

const statementUsage = z
  .object({ model_name: z.string(), ...usageFields })
  .meta({ id: "StatementUsage", description: "What the month's calls of one model cost." });

export const statement = z
  .object({
    user_id: z.int(),
    username: z.string(),
    display_name: z.string(),
    month,
    first_month: month.describe("Month in which the account was created."),
    from: z.int().describe("Epoch seconds of the beginning of the month."),
    until: z.int().describe("End of the month, or now while it lasts."),
    complete: z.boolean().describe("The month has ended."),
    opening: z.int().describe("Balance at the beginning, in quota."),
    changes: z.array(statementChange).describe("Kinds that occurred."),
    entries: z.array(statementEntry).describe("The changes one by one, oldest first."),
    more_entries: z.boolean().describe("There are more changes than are listed; the sums count them."),
    usage: z.array(statementUsage).describe("By model, the most expensive first."),
    used: z.int().describe("Cost of the month's calls."),
    closing: z.int().describe("`opening` plus all changes, less `used`."),
    uncollected: z.int().describe("What calls and reversals took above the balance and is not settled now."),
  })
  .meta({
    id: "Statement",
    description: "One month of an account: opening balance, changes, usage and closing balance.",
  });
export type Statement = z.infer<typeof statement>;

const statementQuery = z.object({ month: month.optional().describe("Default: the current month.") });

export const getStatement = defineEndpoint({
  method: "GET",
  path: "/api/user/statement",
  access: "user",
  summary: "Your statement of a month",
  query: statementQuery,
  data: statement,
});

export const getUserStatement = defineEndpoint({
  method: "GET",
  path: "/api/user/:id/statement",
  access: "admin",
  summary: "A user's statement of a month",
  params: idParams,
  query: statementQuery,
  data: statement,
});

const requestTime = z.int().describe("Milliseconds.");

export const invoice = z
  .object({
    date: z.string().describe("First day of the month in UTC."),
    ...usageFields,
    request_time: requestTime,
  })
  .meta({ id: "Invoice", description: "What one month's calls cost." });

export const listInvoices = defineEndpoint({
  method: "GET",
  path: "/api/user/invoice",
  access: "user",
  summary: "Your usage by month",
  query: listQuery(
    ["date", "request_count", "quota", "prompt_tokens", "completion_tokens", "request_time"],
    {},
  ),
  data: pageOf(invoice),
});

export const getInvoiceDetail = defineEndpoint({
  method: "GET",
  path: "/api/user/invoice/detail",
  access: "user",
  summary: "Your usage of a month by model",
  query: z.object({ date: z.iso.date().describe("A day of the month in UTC.") }),
  data: z.array(
    z
      .object({ date: z.string(), model_name: z.string(), ...usageFields, request_time: requestTime })
      .meta({ id: "InvoiceDetail" }),
  ),
});
