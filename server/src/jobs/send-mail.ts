import type { MailService } from "../control/mail/service.ts";
import type { Job } from "./job.ts";

/** Retries mails that could not be sent, and sends what a process left behind. New mails do not wait for it. */
export function sendMail(mail: MailService): Job {
  return { name: "send-mail", interval: () => 15, run: () => mail.sendDue() };
}
