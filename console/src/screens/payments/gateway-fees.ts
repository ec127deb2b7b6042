import {
  breakDownTopUp,
  type GatewayFees,
  moneyNumber,
  partsOf,
  partsPerOne,
} from "@tollgate/contract/top-up";
import type { GatewayValues } from "./gateway-values";

/** What an example top-up of 10 dollars costs through the gateway, as charged; undefined while a fee is no number. */
export interface FeeExample {
  amount: number;
  /** Dollars. */
  total: number;
  /** In the gateway's currency; undefined while its rate is not known. */
  pay: number | undefined;
}

type Fees = Pick<GatewayValues, "fee_mode" | "fixed_fee" | "percent_fee" | "currency" | "exchange_rate">;

export function feeExample(values: Fees, yuanRate: number | undefined): FeeExample | undefined {
  const { fee_mode, fixed_fee, percent_fee, currency } = values;
  const fixed = fee_mode === "percent" ? 0 : fixed_fee;
  const percent = fee_mode === "fixed" ? 0 : percent_fee;
  if (!(fixed >= 0 && percent >= 0 && percent <= 100)) return undefined;
  const rate = rateOf(values, yuanRate);
  const fees: GatewayFees = {
    fixedFee: partsOf(fixed, 2),
    percentFee: partsOf(percent, 4),
    currency: rate === undefined ? "USD" : currency,
    exchangeRate: rate === undefined ? partsPerOne : partsOf(rate, 6),
  };
  const amount = 10;
  const { total, pay } = breakDownTopUp(amount, { discounts: {}, fees, quotaPerUnit: 0 });
  return {
    amount,
    total: moneyNumber(total, "USD"),
    pay: rate === undefined ? undefined : moneyNumber(pay, currency),
  };
}

function rateOf({ currency, exchange_rate }: Fees, yuanRate: number | undefined): number | undefined {
  if (exchange_rate > 0) return exchange_rate;
  if (currency === "USD") return 1;
  return currency === "CNY" && yuanRate !== undefined && yuanRate > 0 ? yuanRate : undefined;
}
