import { callCost, noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { LogMetadata } from "@tollgate/contract/logs";
import { type EvaluatedPrice, evaluatePrice } from "@tollgate/contract/price-rules";
import type { RelaySnapshot, SnapshotGroup, SnapshotPrice } from "../../snapshot/relay-snapshot.ts";
import { reservedLooks } from "../metering/picture-looks.ts";
import { RelayError } from "../relay-error.ts";
import type { TaskSubmission } from "../tasks/platform.ts";

/** The cost of a task and the price it follows. */
export interface TaskPrice {
  cost: number;
  /** The values in force, as the log row has them. */
  price: SnapshotPrice;
  usage: UsageCounts;
  note: Partial<LogMetadata>;
}

const tokenRates = ["input", "output"] as const;
const unitNames = ["seconds", "pictures", "characters"] as const;

/**
 * Prices a submission per call, second, image or character. Without a size or quality, the most expensive of the price's rules
 * applies.
 * @throws RelayError `price_missing` for a price per token, or per a unit that the submission does not count
 */
export function priceTask(
  snapshot: RelaySnapshot,
  price: SnapshotPrice,
  group: SnapshotGroup,
  { units = {}, size, quality }: Pick<TaskSubmission, "units" | "size" | "quality">,
): TaskPrice {
  const usage: UsageCounts = { ...noUsage };
  for (const name of unitNames) usage[name] = Math.max(0, Math.ceil(units[name] ?? 0));
  const looks = reservedLooks(price.rules, {
    sizes: size === undefined ? [] : [size],
    qualities: quality === undefined ? [] : [quality],
  });
  let dearest: { cost: number; evaluated: EvaluatedPrice } | undefined;
  for (const look of looks) {
    const evaluated = evaluatePrice(price, { promptTokens: 0, ...look });
    const rates = snapshot.rates(evaluated.terms, group.ratio * evaluated.ratio);
    const uncounted =
      tokenRates.some((name) => (rates.rates[name] ?? 0n) > 0n) ||
      unitNames.some((name) => (rates.rates[name] ?? 0n) > 0n && units[name] === undefined);
    if (uncounted)
      throw new RelayError(
        "price_missing",
        `The price of ${price.model} is per token, or per a unit that this call does not count. It needs a price per call, or per second.`,
        { param: "model" },
      );
    const cost = callCost(rates, usage);
    if (!dearest || cost > dearest.cost) dearest = { cost, evaluated };
  }
  if (!dearest) throw new Error("a price without a look");
  const { cost, evaluated } = dearest;
  const { ratio, rules, terms } = evaluated;
  return {
    cost,
    price: { ...terms, model: price.model },
    usage,
    note: {
      ...(ratio !== 1 && { price_ratio: ratio }),
      ...(rules.length > 0 && { price_rules: [...rules] }),
    },
  };
}
