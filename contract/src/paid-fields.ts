import type { FormField } from "./form-field.ts";

/** Field of every channel whose provider has fields that cost extra: which of them pass, and at what multiple of the price. */
export const paidFieldsField: FormField = {
  kind: "map",
  name: "plugin.paid_fields",
  label: {
    en_US: "Allowed paid fields",
    zh_CN: "允许的付费字段",
    ja_JP: "許可する有料フィールド",
  },
  hint: {
    en_US:
      "Request fields that cost extra at the provider and that callers may use, each with a price ratio: service_tier=priority and 2, or plugins and 1.2. Fields that are not listed are removed or rejected.",
    zh_CN:
      "调用方可以使用的供应商付费字段及其价格倍率，例如 service_tier=priority 填 2，plugins 填 1.2。未列出的字段会被移除或拒绝。",
    ja_JP:
      "プロバイダー側で追加料金がかかるフィールドのうち、利用を許可するものと価格倍率（例：service_tier=priority に 2、plugins に 1.2）。ここにないフィールドは削除または拒否されます。",
  },
  keyLabel: { en_US: "Field", zh_CN: "字段", ja_JP: "フィールド" },
  valueLabel: { en_US: "Price ratio", zh_CN: "价格倍率", ja_JP: "価格倍率" },
};
