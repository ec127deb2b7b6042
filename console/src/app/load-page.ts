const reloadMark = "reloadedAt";
const patience = 30_000;

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

/** True for browser errors about a script or style that cannot be fetched; each browser has its own message. */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|preload css|failed to fetch|no texts for/i.test(
      error.message,
    )
  );
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
