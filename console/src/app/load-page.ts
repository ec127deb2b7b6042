import { isLoadFailure, whenPartIsMissing } from "../design-system/lazy-part/lazy-part";
import { i18n } from "../lib/i18n/i18n";
import { notify } from "../lib/notifications/notifications";

const reloadMark = "reloadedAt";
const patience = 30_000;
const announcePause = 60_000;

/**
 * Loads a chunk of the console. A server update removes the old chunks; the page then reloads once to fetch
 * the new ones. If that fails, or the server does not respond, the error is thrown to the caller (crash page).
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // Without the server, a reload would end at the browser's own error page.
    if (!isLoadFailure(error) || !(await isServerUp()) || !reloadOnce()) throw error;
    return new Promise<never>(() => {});
  }
}

async function isServerUp(): Promise<boolean> {
  try {
    return (await fetch("/", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Reloads unless that was tried moments ago; false if so. */
function reloadOnce(): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(reloadMark) ?? 0);
    if (Date.now() - last < patience) return false;
    window.sessionStorage.setItem(reloadMark, String(Date.now()));
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}

/**
 * Offers a reload, at most once a minute, while a part of the console cannot be fetched although the server responds. That happens
 * after an update of the server.
 */
export function announceMissingParts(): () => void {
  let next = 0;
  const announce = async (): Promise<void> => {
    if (Date.now() < next) return;
    next = Date.now() + announcePause;
    if (!(await isServerUp())) {
      next = 0;
      return;
    }
    const reload = { label: i18n.t("shell:crash.reload"), run: () => window.location.reload() };
    notify.notice(i18n.t("shell:crash.chunk"), { action: reload });
  };
  return whenPartIsMissing(() => void announce());
}
