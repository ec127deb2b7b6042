import * as z from "zod";
import { email } from "./account-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import { listQuery, pageOf } from "./list-query.ts";

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
  "channel_disabled",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** `queued` waits for its first or next try; `failed` is not tried again. */
export const mailStatuses = ["queued", "sent", "failed"] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** A mail as root sees it: never what it says. */
export const mail = z.object({
  id: z.number().int(),
  created_time: z.number().int(),
  kind: z.enum(mailKinds),
  recipient: z.string(),
  language: z.enum(mailLanguages),
  status: z.enum(mailStatuses),
  /** Tries so far. */
  attempts: z.number().int(),
  /** When it is tried next; 0 for a mail that is sent or failed. */
  next_time: z.number().int(),
  /** 0 for a mail that was not sent. */
  sent_time: z.number().int(),
  /** What the mail server or the network said last; empty if nothing went wrong. */
  last_error: z.string(),
});
export type Mail = z.infer<typeof mail>;

export const mailOrder = ["id"] as const;

export const listMails = defineEndpoint({
  method: "GET",
  path: "/api/mail/",
  access: "root",
  summary: "Mails of the last thirty days with what became of them",
  query: listQuery(mailOrder, { status: z.enum(mailStatuses).or(z.literal("")).default("") }),
  data: pageOf(mail),
});

export const testMailForm = z.object({ to: email.or(z.literal("")).default("") });

/** Sent at once with the settings in force; a refusal is told as the mail server said it (`mail.refused`). */
export const sendTestMail = defineEndpoint({
  method: "POST",
  path: "/api/mail/test",
  access: "root",
  summary: "Send a test mail to an address, or to one's own",
  body: testMailForm,
  data: z.object({ to: z.string(), response: z.string() }),
});
