import { currentLanguage } from "./i18n/i18n";
import { languageTag } from "./i18n/languages";

/** 1234567 → `1,234,567`, grouped as the language in use does. */
export function formatNumber(value: number, maximumFractionDigits = 0): string {
  return new Intl.NumberFormat(languageTag(currentLanguage()), { maximumFractionDigits }).format(value);
}

/** 1234567 → `1.2M`; the letters are those of the quota display, the same in every language. */
export { abbreviateNumber } from "@tollgate/contract/quota";
