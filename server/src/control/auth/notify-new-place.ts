import type { Clock } from "../../platform/clock.ts";
import type { UserRow } from "../../storage/repositories/user-repository.ts";
import { languageOf } from "../mail/service.ts";
import type { UserNoticeService } from "../user-notices/service.ts";
import { describeBrowser } from "./describe-browser.ts";
import type { Sessions } from "./sessions.ts";

interface Place {
  ip: string;
  userAgent: string;
  /** The browser's `Accept-Language`. */
  acceptLanguage?: string | undefined;
}

/**
 * Notifies a user of a sign-in from an address that neither the last sign-in nor an active session came from, unless
 * the user turned it off. Checked before the new session begins; an account's first sign-in sends nothing.
 */
export function createNewPlaceNotice(deps: {
  userNotices: UserNoticeService;
  sessions: Sessions;
  clock: Clock;
}) {
  return async (account: UserRow, place: Place): Promise<void> => {
    if (!deps.userNotices.wants(account, "new_place")) return;
    if (account.last_login_ip === "" || account.last_login_ip === place.ip) return;
    if (await deps.sessions.knowsPlace(account.id, place.ip)) return;
    const { browser, system } = describeBrowser(place.userAgent);
    const params = {
      time: deps.clock.now(),
      ip: place.ip,
      browser: [browser, system].filter(Boolean).join(", "),
    };
    await deps.userNotices.notifyUser(
      account.id,
      "new_place",
      params,
      languageOf(place.acceptLanguage ?? ""),
    );
  };
}
