import { readNotifySetting } from "@tollgate/contract/profile";
import type { Clock } from "../../platform/clock.ts";
import type { UserRow } from "../../storage/repositories/user-repository.ts";
import { languageOf, type MailService } from "../mail/service.ts";
import { describeBrowser } from "./describe-browser.ts";
import type { Sessions } from "./sessions.ts";

interface Place {
  ip: string;
  userAgent: string;
  /** The browser's `Accept-Language`. */
  acceptLanguage?: string | undefined;
}

/**
 * Tells a user by mail of a sign-in from an address that neither the last sign-in nor a living session came from, unless the user
 * wants no such mails. Asked before the new session begins; an account's first sign-in is no news.
 */
export function createNewPlaceNotice(deps: { mail: MailService; sessions: Sessions; clock: Clock }) {
  return async (account: UserRow, place: Place): Promise<void> => {
    const reachable = account.email !== "" && account.email_verified !== 0 && deps.mail.configured();
    if (!reachable || !readNotifySetting(account.notify_setting).new_place) return;
    if (account.last_login_ip === "" || account.last_login_ip === place.ip) return;
    if (await deps.sessions.knowsPlace(account.id, place.ip)) return;
    const { browser, system } = describeBrowser(place.userAgent);
    await deps.mail.send({
      to: account.email,
      language: languageOf(place.acceptLanguage ?? ""),
      content: {
        kind: "new_place",
        username: account.username,
        time: deps.clock.now(),
        ip: place.ip,
        browser: [browser, system].filter(Boolean).join(", "),
      },
    });
  };
}
