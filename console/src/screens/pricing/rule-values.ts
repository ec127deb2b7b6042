import {
  type ExtraRatioKey,
  extraRatioClasses,
  extraRatioKeys,
  toolPriceClasses,
  toolPriceKeys,
  unitPriceKeys,
} from "@tollgate/contract/cost";
import type { PriceRule } from "@tollgate/contract/price-rules";
import { useTranslation } from "react-i18next";
import type { DollarKey } from "./extras";
import type { PriceType } from "./price-units";

/** What a rule may set: a side, everything, the ratio of a class, dollars per call of a tool or per unit. */
export type RuleValueKey = "input" | "output" | "ratio" | ExtraRatioKey | DollarKey;

const sides = ["input", "output", "ratio"] as const;

function possible(type: PriceType): RuleValueKey[] {
  return type === "times"
    ? ["input", "ratio", ...unitPriceKeys, ...toolPriceKeys]
    : [...sides, ...unitPriceKeys, ...extraRatioKeys, ...toolPriceKeys];
}

function isSide(key: RuleValueKey): key is (typeof sides)[number] {
  return (sides as readonly string[]).includes(key);
}

function isSet(rule: PriceRule, key: RuleValueKey): boolean {
  return (isSide(key) ? rule[key] : rule.extra_ratios?.[key]) !== undefined;
}

/** What a rule sets, in the order in which it is shown. */
export function ruleValueKeys(rule: PriceRule, type: PriceType): RuleValueKey[] {
  return possible(type).filter((key) => isSet(rule, key));
}

/** What it does not set yet. */
export function missingRuleValues(rule: PriceRule, type: PriceType): RuleValueKey[] {
  return possible(type).filter((key) => !isSet(rule, key));
}

/** Adds a value with nothing typed yet. */
export function addRuleValue(rule: PriceRule, key: RuleValueKey): PriceRule {
  if (isSide(key)) return { ...rule, [key]: Number.NaN };
  return { ...rule, extra_ratios: { ...rule.extra_ratios, [key]: Number.NaN } };
}

export function removeRuleValue(rule: PriceRule, key: RuleValueKey): PriceRule {
  if (isSide(key)) {
    const { [key]: _, ...rest } = rule;
    return rest;
  }
  const { [key]: _, ...extras } = rule.extra_ratios ?? {};
  return { ...rule, extra_ratios: extras };
}

/** True for values in dollars. */
export function isDollars(key: RuleValueKey): key is DollarKey {
  return (
    (toolPriceKeys as readonly string[]).includes(key) || (unitPriceKeys as readonly string[]).includes(key)
  );
}

/** Names a value of a rule. */
export function useRuleValueLabel(): (key: RuleValueKey, type: PriceType) => string {
  const { t } = useTranslation(["pricing", "price-explanation"]);
  return (key, type) => {
    if (key === "ratio") return t("rules.ratio");
    if (key === "input") return t(type === "times" ? "field.call" : "field.input");
    if (key === "output") return t("field.output");
    if (key in extraRatioClasses)
      return t(`price-explanation:class.${extraRatioClasses[key as ExtraRatioKey].tokenClass}`);
    if (key in toolPriceClasses)
      return t(
        `price-explanation:class.${toolPriceClasses[key as keyof typeof toolPriceClasses].tokenClass}`,
      );
    return t(`field.unit_price.${key as "second"}`);
  };
}
