import { dollarsPerCall, dollarsPerMillion } from "@tollgate/contract/cost";
import type { CostLine, UnitLine } from "@tollgate/contract/explain-cost";
import type { LogRow } from "@tollgate/contract/logs";
import type { TFunction } from "i18next";
import { formatNumber, formatUnitPrice } from "../../lib/format-number";
import { currentLanguage } from "../../lib/i18n/i18n";
import { languageTag } from "../../lib/i18n/languages";
import { explainLogRow, type LogRowExplanation, passedOnPath } from "./explain-log-row";

type Translate = TFunction<"price-explanation">;

/** Why the call cost what it cost. */
export function priceSentence(t: Translate, row: LogRow): string {
  if (row.metadata.cache_hit) return t("sentence.cached");
  if (row.metadata.refused_reason !== undefined) return t("sentence.refused");
  const explained = explainLogRow(row);
  if (!explained) return t(passedOnPath(row) === undefined ? "sentence.unpriced" : "sentence.passed_on");
  if (explained.unused) {
    const { end_reason: end = "completed" } = row.metadata;
    return t(end === "completed" ? "sentence.unused" : "sentence.unfinished");
  }
  const ratio = explained.groupRatio / explained.priceRatio;
  const group = [
    explained.priceRatio !== 1 && t("sentence.ratio", { ratio: formatNumber(explained.priceRatio, 6) }),
    ratio !== 1 && t("sentence.group", { group: explained.groupName, ratio: formatNumber(ratio, 6) }),
  ]
    .filter((part) => part !== false)
    .join("");
  if (explained.kind === "times" && (explained.perCall > 0 || explained.lines.length === 0)) {
    const price = formatUnitPrice(dollarsPerCall(explained.input));
    if (explained.lines.length === 0) return t("sentence.per_call", { price, group });
    return t("sentence.per_call_and", { price, classes: classesSentence(t, explained), group });
  }
  return t("sentence.tokens", { classes: classesSentence(t, explained), group });
}

/** What was used of each class and at which price, so that the sum is what was charged. */
function classesSentence(t: Translate, { lines, input }: LogRowExplanation): string {
  const none: CostLine = {
    kind: "tokens",
    tokenClass: "input",
    tokens: 0,
    multiplier: input,
    extraRatio: 1,
    quota: 0,
  };
  const parts = (lines.length > 0 ? lines : [none]).map((line) => {
    const name = t(`class.${line.tokenClass}`).toLocaleLowerCase();
    if (line.kind === "tokens") {
      const price = formatUnitPrice(dollarsPerMillion(line.multiplier * line.extraRatio));
      return t("sentence.class", { count: line.tokens, name, number: formatNumber(line.tokens), price });
    }
    if (line.kind === "unit") return unitSentence(t, line);
    return t("sentence.unit", {
      name,
      number: formatNumber(line.count),
      price: formatUnitPrice(line.dollars),
    });
  });
  return new Intl.ListFormat(languageTag(currentLanguage())).format(parts);
}

/** `5 s at $0.10 per second` */
function unitSentence(t: Translate, { tokenClass, count, dollars }: UnitLine): string {
  const values = { number: formatNumber(count), price: formatUnitPrice(dollars) };
  if (tokenClass === "seconds") return t("sentence.unit_of.seconds", values);
  return t(tokenClass === "pictures" ? "sentence.unit_of.pictures" : "sentence.unit_of.characters", values);
}
