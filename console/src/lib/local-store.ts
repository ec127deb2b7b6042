/**
 * Values that the browser stores between visits, under exactly these keys.
 * If storage is blocked or full, values last for the visit.
 */
export type LocalKey =
  | "user"
  | "siteInfo"
  | "quota_per_unit"
  | "display_in_currency"
  | "theme"
  | "appLanguage"
  | "localLanguage_save"
  | "seenVersion"
  | "seenNotice"
  | "firstSteps"
  | "oneapi_price_update_url"
  | "aff"
  | "logViews"
  | "codeGateways"
  | "chartColors";

export const localStore = {
  read(key: LocalKey): string | null {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(key: LocalKey, value: string): void {
    try {
      window.localStorage.setItem(key, value);
    } catch {
      // Private windows and full disks throw; the value is then kept in memory only.
    }
  },
  remove(key: LocalKey): void {
    try {
      window.localStorage.removeItem(key);
    } catch {
      // Nothing was stored, so there is nothing to remove.
    }
  },
  /** A stored JSON value; anything unreadable counts as absent. */
  readJson(key: LocalKey): unknown {
    const text = localStore.read(key);
    if (text === null) return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  },
  writeJson(key: LocalKey, value: unknown): void {
    localStore.write(key, JSON.stringify(value));
  },
};
