import type { GatewayDescriptor } from "../gateway.ts";

export const descriptor: GatewayDescriptor = {
  id: "stripe",
  label: { en_US: "Card (Stripe)", zh_CN: "银行卡（Stripe）", ja_JP: "カード（Stripe）" },
  customerName: { en_US: "Card", zh_CN: "银行卡", ja_JP: "カード" },
  icon: { text: "S", color: "#635bff" },
  standardIcon: "card",
  currencies: ["USD", "CNY", "EUR", "GBP", "HKD", "JPY", "SGD", "AUD", "CAD"],
  fields: [
    {
      kind: "secret",
      name: "secret_key",
      label: { en_US: "Secret key", zh_CN: "密钥（Secret key）", ja_JP: "シークレットキー" },
      hint: {
        en_US: "Starts with sk_ or rk_. Stripe Dashboard → Developers → API keys.",
        zh_CN: "以 sk_ 或 rk_ 开头，在 Stripe 控制台“开发者 → API 密钥”中查看。",
        ja_JP: "sk_ または rk_ で始まります。Stripe ダッシュボードの「開発者」→「API キー」で確認できます。",
      },
      required: true,
    },
    {
      kind: "text",
      name: "endpoint",
      label: { en_US: "API URL", zh_CN: "API 地址", ja_JP: "API の URL" },
      hint: {
        en_US: "Leave empty for https://api.stripe.com.",
        zh_CN: "留空则使用 https://api.stripe.com。",
        ja_JP: "空欄なら https://api.stripe.com を使います。",
      },
      placeholder: "https://api.stripe.com",
      pattern: "https?://[^\\s/?#@]+/?",
    },
  ],
  rootFields: ["endpoint"],
  preparedFields: ["webhook_secret", "webhook_id"],
};
