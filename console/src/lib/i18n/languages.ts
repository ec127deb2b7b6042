/** Languages with a complete resource. */
export const languages = ["zh_CN", "en_US", "ja_JP"] as const;
export type Language = (typeof languages)[number];

/** Languages of the menu; Japanese is used only when it is already stored. */
export const offeredLanguages = ["zh_CN", "en_US"] as const satisfies readonly Language[];

export const defaultLanguage: Language = "en_US";

/** How each language calls itself; never translated. */
export const languageNames: Record<Language, string> = {
  zh_CN: "简体中文",
  en_US: "English",
  ja_JP: "日本語",
};

export function isLanguage(value: unknown): value is Language {
  return (languages as readonly unknown[]).includes(value);
}

/** The tag that browsers and `Intl` understand: `zh_CN` → `zh-CN`. */
export function languageTag(language: string): string {
  return language.replace("_", "-");
}

/** Any Chinese variant gives zh_CN, everything else en_US. */
export function languageOfBrowser(browserLanguage: string): Language {
  return /^zh([-_]|$)/i.test(browserLanguage) ? "zh_CN" : defaultLanguage;
}

/**
 * A stored language is kept while the browser's language is unchanged; otherwise the browser's decides.
 * `savedBrowserLanguage` is the browser's language when the stored one was written.
 */
export function decideLanguage(facts: {
  stored: string | null;
  savedBrowserLanguage: string | null;
  browserLanguage: string;
}): Language {
  if (isLanguage(facts.stored) && facts.savedBrowserLanguage === facts.browserLanguage) return facts.stored;
  return languageOfBrowser(facts.browserLanguage);
}
