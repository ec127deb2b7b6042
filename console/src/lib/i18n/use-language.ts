import type { LocalizedText } from "@tollgate/contract/localized";
import { useTranslation } from "react-i18next";
import { changeLanguage } from "./i18n";
import type { Language } from "./languages";

/** The language in use, how to change it, and how to read a text that travels in every language. */
export function useLanguage(): {
  language: Language;
  changeLanguage: (language: Language) => Promise<void>;
  localize: (text: LocalizedText) => string;
} {
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  return { language, changeLanguage, localize: (text) => text[language] };
}
