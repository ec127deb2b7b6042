import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import type { LocaleModule } from "../define-screen";
import { localStore } from "../local-store";
import { decideLanguage, type Language, languages, languageTag } from "./languages";

/** Texts shared by several rooms; screens bring their own namespace. */
export const sharedNamespaces = ["common", "shell"] as const;

/** The sentences for failed calls and rejected fields. The sign-in page fetches them with the first call. */
export const failureNamespaces = ["errors", "validation"] as const;

/** Texts of several namespaces, a module for each language; the texts go by the path of their file. */
export type TextModules = Record<Language, () => Promise<{ texts: Record<string, Record<string, unknown>> }>>;

/** One module per language, not one per namespace: each is a request, and its name is in the first script. */
const sharedTexts: TextModules = {
  en_US: () => import("./shared-texts/english"),
  zh_CN: () => import("./shared-texts/chinese"),
  ja_JP: () => import("./shared-texts/japanese"),
};
const namespaceLoaders = new Map<string, (language: Language) => Promise<LocaleModule>>(
  sharedNamespaces.map((name) => [
    name,
    (language) => loadFrom(sharedTexts, language, `../locales/${language}/${name}.json`),
  ]),
);

const lazyFiles: BackendModule = {
  type: "backend",
  init: () => {},
  read(language, namespace, done) {
    const load = namespaceLoaders.get(namespace);
    if (!load) return done(new Error(`No texts for ${namespace}`), false);
    load(language as Language).then(
      (module) => done(null, module.default),
      (error: unknown) => done(error as Error, false),
    );
  },
};

export const i18n = i18next.createInstance();

/** The texts of one file out of a language's module. */
export async function loadFrom(
  modules: TextModules,
  language: Language,
  path: string,
): Promise<LocaleModule> {
  const { texts } = await modules[language]();
  const found = texts[path];
  if (!found) throw new Error(`No texts at ${path}`);
  return { default: found };
}

/** Registers a screen's texts under its name. They are fetched with the screen, in the current language. */
export function registerNamespace(name: string, load: (language: Language) => Promise<LocaleModule>): void {
  namespaceLoaders.set(name, load);
}

/** Fetches the texts of a namespace in the language in use; throws if they cannot be loaded. */
export async function loadNamespace(name: string): Promise<void> {
  await i18n.loadNamespaces(name);
  // The library treats a failed fetch as an empty namespace: it would not fetch it again, and show keys instead of texts.
  if (!hasTexts(name)) await i18n.reloadResources([i18n.language], [name]);
  if (!hasTexts(name)) throw new Error(`No texts for ${name}`);
}

/** Fetches the sentences for failures; throws if they cannot be loaded. */
export async function loadFailureTexts(): Promise<void> {
  await Promise.all(failureNamespaces.map(loadNamespace));
}

const hasTexts = (name: string): boolean => i18n.hasResourceBundle(i18n.language, name);

/** Decides the language, remembers the browser's, fetches the shared texts. Nothing may be rendered before. */
export async function startI18n(): Promise<void> {
  const browserLanguage = navigator.language;
  const language = decideLanguage({
    stored: localStore.read("appLanguage"),
    savedBrowserLanguage: localStore.read("localLanguage_save"),
    browserLanguage,
  });
  localStore.write("localLanguage_save", browserLanguage);
  localStore.write("appLanguage", language);
  i18n.on("languageChanged", (next) => {
    document.documentElement.lang = languageTag(next);
  });
  await i18n
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: languages,
      load: "currentOnly",
      // Every language is complete, so no fallback is ever fetched.
      fallbackLng: false,
      ns: [...sharedNamespaces],
      defaultNS: "common",
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      returnNull: false,
    });
}

/** Switches the language and remembers the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  localStore.write("appLanguage", language);
  localStore.write("localLanguage_save", navigator.language);
  await i18n.changeLanguage(language);
}

/** The language in use, for `Intl` and for descriptors' texts. */
export function currentLanguage(): Language {
  return i18n.language as Language;
}
