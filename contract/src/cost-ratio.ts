import type { FormField } from "./form-field.ts";
import type { z } from "zod";
import type { channelPlugin } from "./channel-fields.ts";

/**
 * Field of every channel: the share of the list price that the operator pays there. Never shown to users, and no part
 * of any charge.
 */
export const costRatioField: FormField = {
  kind: "number",
  name: "plugin.cost.ratio",
  min: 0,
  max: 100,
  label: { en_US: "Cost ratio", zh_CN: "成本倍率", ja_JP: "原価率" },
  hint: {
    en_US:
      "Share of the list price that you pay: 0.7 for a discount of 30%. Shows your margin in the logs and does not change charges.",
    zh_CN: "您实际支付的标价比例，例如七折填 0.7。仅用于在日志中显示毛利，不影响计费。",
    ja_JP:
      "表示価格のうち実際に支払う割合（30% 引きなら 0.7）。ログに利益を表示するだけで、課金には影響しません。",
  },
};

/** Undefined: the channel has none. */
export function costRatioOf({ plugin }: { plugin: z.output<typeof channelPlugin> }): number | undefined {
  const ratio = plugin["cost"]?.["ratio"];
  return typeof ratio === "number" && ratio >= 0 ? ratio : undefined;
}

/** The operator's margin on a call. All in quota; fractions are possible. */
export interface Margin {
  /** Cost at the channel's provider. */
  cost: number;
  /** Charge minus cost; below 0: a loss. */
  margin: number;
}

/** @param call `exact`: the call's price at `groupRatio`; `charged`: the amount deducted from the balance */
export function marginOf(
  call: { exact: number; groupRatio: number; charged: number },
  costRatio: number,
): Margin | undefined {
  // A free group does not reveal the list price.
  if (call.groupRatio <= 0) return undefined;
  const cost = (call.exact / call.groupRatio) * costRatio;
  return { cost, margin: call.charged - cost };
}
