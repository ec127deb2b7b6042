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
      "Fields that requests may use although the provider charges extra, each with a price ratio: service_tier=priority → 2, plugins → 1.2. Other paid fields are removed or rejected.",
    zh_CN:
      "允许调用方使用的付费请求字段及其价格倍率，例如 service_tier=priority → 2、plugins → 1.2。其他付费字段会被移除或拒绝。",
    ja_JP:
      "追加料金がかかるリクエストフィールドのうち利用を許可するものと、その価格倍率（例：service_tier=priority → 2、plugins → 1.2）。その他の有料フィールドは削除または拒否されます。",
  },
  keyLabel: { en_US: "Field", zh_CN: "字段", ja_JP: "フィールド" },
  valueLabel: { en_US: "Price ratio", zh_CN: "价格倍率", ja_JP: "価格倍率" },
};
