import type { MailService } from "../mail/service.ts";
import type { UserChannel } from "./user-channel.ts";

/** Mail, to confirmed addresses. */
export function createMailUserChannel(mail: MailService): UserChannel {
  return {
    choice: "by_mail",
    reaches: (user) => user.email !== "" && user.email_verified !== 0 && mail.configured(),
    send: (user, content, language) => mail.send({ to: user.email, language, content }),
  };
}
