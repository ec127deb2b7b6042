import type { RuleConditions } from "@tollgate/contract/price-rules";
import type { TFunction } from "i18next";
import { formatTokenCount, formatUnitPrice } from "../../lib/format-number";
import type { PriceTerm } from "./price-terms";

type Translate = TFunction<"price-terms">;

/** `Cache read $0.25`; the unit only where it is not a million tokens. */
export function termText(t: Translate, term: PriceTerm): string {
  // The unit already names them: not "Image $0.04 per image".
  if (term.dollars !== 0 && (term.id === "call" || term.id === "picture")) return amountText(t, term);
  return t("term", { name: t(`name.${term.id}`), price: amountText(t, term) });
}

/** `$0.25`, `$0.04 per image`, `Free`. */
export function amountText(t: Translate, { id, dollars, unit }: PriceTerm): string {
  if (dollars === 0) return t("free");
  const price = formatUnitPrice(dollars);
  if (unit === "million") return price;
  return id === "call" ? t("per.request", { price }) : t(`per.${unit}`, { price });
}

/** `Prompts above 200K tokens`, `Tier flex`, `1024x1536, high`. */
export function conditionText(t: Translate, when: RuleConditions): string {
  const parts = [
    when.prompt_above !== undefined && t("above", { tokens: formatTokenCount(when.prompt_above) }),
    when.service_tier !== undefined && t("tier", { name: when.service_tier }),
    when.size,
    when.quality,
  ];
  return parts.filter(Boolean).join(", ");
}
