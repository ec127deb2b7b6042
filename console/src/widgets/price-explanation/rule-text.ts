import {
  dollarsPerCall,
  dollarsPerMillion,
  extraRatioClasses,
  extraRatioKeys,
  type PriceTerms,
  toolPriceClasses,
  toolPriceKeys,
  unitPriceKeys,
} from "@tollgate/contract/cost";
import type { PriceRule, RuleConditions } from "@tollgate/contract/price-rules";
import type { TFunction } from "i18next";
import { formatNumber, formatUnitPrice } from "../../lib/format-number";

type Translate = TFunction<"price-explanation">;

/** `Prompt above 200,000 tokens: input $2.50 / 1M, output $15 / 1M` */
export function ruleText(t: Translate, rule: PriceRule, type: PriceTerms["type"]): string {
  const values = valueTexts(t, rule, type).join(t("rule.and"));
  return t("rule.is", { conditions: conditionsText(t, rule.when), values });
}

/** When a rule applies, as the beginning of a sentence. */
export function conditionsText(t: Translate, when: RuleConditions): string {
  const { prompt_above: above, service_tier: tier, size, quality } = when;
  const texts = [
    above !== undefined && t("rule.prompt_above", { number: formatNumber(above) }),
    tier !== undefined && t("rule.service_tier", { tier }),
    size !== undefined && t("rule.size", { size }),
    quality !== undefined && t("rule.quality", { quality }),
  ];
  const text = texts.filter((part) => part !== false).join(t("rule.and"));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function valueTexts(t: Translate, rule: PriceRule, type: PriceTerms["type"]): string[] {
  const { input, output, extra_ratios: extras = {}, ratio } = rule;
  const perMillion = (multiplier: number): string =>
    t("rule.per_million", { price: formatUnitPrice(dollarsPerMillion(multiplier)) });
  const isTokens = type === "tokens";
  const texts: (string | false)[] = [
    input !== undefined &&
      (isTokens
        ? t("rule.input", { price: perMillion(input) })
        : t("rule.call", { price: formatUnitPrice(dollarsPerCall(input)) })),
    isTokens && output !== undefined && t("rule.output", { price: perMillion(output) }),
  ];
  for (const key of extraRatioKeys) {
    const value = extras[key];
    const name = t(`class.${extraRatioClasses[key].tokenClass}`);
    texts.push(value !== undefined && t("rule.class_ratio", { name, ratio: formatNumber(value, 6) }));
  }
  for (const key of toolPriceKeys) {
    const value = extras[key];
    const name = t(`class.${toolPriceClasses[key].tokenClass}`);
    texts.push(value !== undefined && t("rule.tool", { name, price: formatUnitPrice(value) }));
  }
  for (const key of unitPriceKeys) {
    const value = extras[key];
    texts.push(value !== undefined && t(`rule.${key}`, { price: formatUnitPrice(value) }));
  }
  texts.push(ratio !== undefined && t("rule.ratio", { ratio: formatNumber(ratio, 6) }));
  return texts.filter((text) => text !== false);
}
