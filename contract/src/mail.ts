import * as z from "zod";
import { email } from "./account-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import { listQuery, pageOf } from "./list-query.ts";
import { noticeEvents } from "./notice-events.ts";

/** Languages that mails are written in; the console's. */
export const mailLanguages = ["en_US", "zh_CN", "ja_JP"] as const;
export type MailLanguage = (typeof mailLanguages)[number];

export const mailKinds = [
  "verification",
  "password_reset",
  "email_changed",
  "new_place",
  "second_factor_reset",
  "password_set",
  "email_set",
  "quota_reminder",
  "task_done",
  ...noticeEvents,
] as const;
export type MailKind = (typeof mailKinds)[number];

/** `queued` waits for its first or next attempt; `failed` is final. */
export const mailStatuses = ["queued", "sent", "failed"] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** A mail as root sees it, without its content. */
export const mail = z
  .object({
    id: z.int(),
    created_time: z.int(),
    kind: z.enum(mailKinds),
    recipient: z.string(),
    language: z.enum(mailLanguages),
    status: z.enum(mailStatuses),
    attempts: z.int().describe("Attempts so far."),
    next_time: z.int().describe("Time of the next attempt; 0 once it is sent or failed."),
    sent_time: z.int().describe("0 for a mail that was not sent."),
    last_error: z.string().describe("Last error of the mail server or the network; empty without one."),
  })
  .meta({ id: "Mail", description: "A mail without its content." });
export type Mail = z.infer<typeof mail>;

export const mailOrder = ["id"] as const;

export const listMails = defineEndpoint({
  method: "GET",
  path: "/api/mail/",
  access: "root",
  summary: "Mails of the last thirty days with their status",
  query: listQuery(mailOrder, { status: z.enum(["", ...mailStatuses]).default("") }),
  data: pageOf(mail),
});

export const testMailForm = z
  .object({ to: email.or(z.literal("")).default("") })
  .meta({ id: "TestMailForm" });

export const testMailResult = z
  .object({ to: z.string(), response: z.string().describe("The mail server's response.") })
  .meta({ id: "TestMailResult" });

/** Sends immediately with the current settings; `mail.rejected` contains the mail server's own words. */
export const sendTestMail = defineEndpoint({
  method: "POST",
  path: "/api/mail/test",
  access: "root",
  summary: "Send a test mail to an address, or to your own",
  body: testMailForm,
  data: testMailResult,
});
