import { noUsage, type PriceTerms, type UsageCounts } from "@tollgate/contract/cost";
import type { PriceRule } from "@tollgate/contract/price-rules";
import { type LogRow, logTypes } from "@tollgate/contract/logs";
import { type CostExplanation, explainCost } from "@tollgate/contract/explain-cost";

/** Why a log row cost what it cost, from the terms stored with the row. */
export interface LogRowExplanation extends CostExplanation {
  input: number;
  output: number;
  priceModel: string;
  /** Multiple of the price that a tier, another paid field or a rule made; part of `groupRatio`. */
  priceRatio: number;
  /** Rules of the price that applied; `input` and `output` are the values after them. */
  rules: readonly PriceRule[];
  groupName: string;
  /** Cost the balance could no longer cover; part of `total`, not charged. */
  uncollected: number;
  /** Amount charged: `total − uncollected`. */
  charged: number;
  /** Nothing was used (a rejected or failed call), so nothing is charged whatever the price. */
  unused: boolean;
  /** False when the stored terms do not give the row's quota (a row of an older version). */
  agrees: boolean;
}

const passedOnMark = "relay:";

/** Path of a call that was passed on as it was, unread; undefined for every other row. */
export function passedOnPath({ type, content }: LogRow): string | undefined {
  if (type !== logTypes.consumption || !content.startsWith(passedOnMark)) return undefined;
  return content.slice(passedOnMark.length);
}

/** All token classes of a row, the absent ones 0; rows without classes have plain input and output. */
export function usageOfRow(row: LogRow): UsageCounts {
  const { usage } = row.metadata;
  if (!usage) return { ...noUsage, input: row.prompt_tokens, output: row.completion_tokens };
  return { ...noUsage, ...usage };
}

/** Undefined when the row stores no price: nothing was priced (top-ups, rejected calls, management). */
export function explainLogRow(row: LogRow): LogRowExplanation | undefined {
  const { metadata } = row;
  if (metadata.input_ratio === undefined && metadata.output_ratio === undefined) return undefined;
  const terms: PriceTerms = {
    type: metadata.price_type === "times" ? "times" : "tokens",
    input: metadata.input_ratio ?? 0,
    output: metadata.output_ratio ?? 0,
    extra_ratios: metadata.extra_ratios,
  };
  const unused = metadata.usage_source === "none" && row.quota === 0;
  const priceRatio = metadata.price_ratio ?? 1;
  const priced = explainCost(terms, (metadata.group_ratio ?? 1) * priceRatio, usageOfRow(row));
  const explanation = unused ? { ...priced, perCall: 0, lines: [], exact: 0, total: 0 } : priced;
  const uncollected = metadata.uncollected ?? 0;
  const charged = explanation.total - uncollected;
  return {
    ...explanation,
    input: terms.input,
    output: terms.output,
    priceModel: metadata.price_model ?? row.model_name,
    priceRatio,
    rules: metadata.price_rules ?? [],
    groupName: metadata.group_name ?? "",
    uncollected,
    charged,
    unused,
    agrees: charged === row.quota,
  };
}
