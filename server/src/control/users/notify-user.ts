import type { Clock } from "../../platform/clock.ts";
import type { UserChange, UserRow } from "../../storage/repositories/user-repository.ts";
import { languageOf, type MailService } from "../mail/service.ts";

/**
 * Mails users the changes that an administrator made to their sign-in, at the account's previous address. Sends nothing
 * without one, or where no mail can be sent.
 */
export interface UserNotices {
  twoFactorReset(target: UserRow): Promise<void>;
  /** A new password, another address; nothing for other changes. */
  edited(target: UserRow, change: UserChange): Promise<void>;
}

export function createUserNotices({ mail, clock }: { mail: MailService; clock: Clock }): UserNotices {
  type Content = Parameters<MailService["send"]>[0]["content"];

  async function notify(target: UserRow, content: Content): Promise<void> {
    if (target.email === "" || !mail.configured()) return;
    await mail.send({ to: target.email, language: languageOf(target.language), content });
  }

  return {
    twoFactorReset: (target) =>
      notify(target, { kind: "second_factor_reset", username: target.username, time: clock.now() }),

    async edited(target, change) {
      const what = { username: change.username ?? target.username, time: clock.now() };
      if (change.password_hash !== undefined) await notify(target, { kind: "password_set", ...what });
      if (change.email !== undefined)
        await notify(target, { kind: "email_set", address: change.email || "–", ...what });
    },
  };
}
