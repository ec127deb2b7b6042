import type { MailService } from "../control/mail/service.ts";
import type { RegistrationService } from "../control/registration/service.ts";
import type { Job } from "./job.ts";

/** Deletes old mails, and codes and links that have expired. */
export function pruneMail(mail: MailService, registration: RegistrationService): Job {
  return {
    name: "prune-mail",
    interval: () => 3600,
    async run() {
      await mail.prune();
      await registration.prune();
    },
  };
}
