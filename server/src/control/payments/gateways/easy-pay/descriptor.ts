import type { GatewayDescriptor } from "../gateway.ts";

/** One option of the pay types. */
const payType = (value: string, en_US: string, zh_CN = en_US, ja_JP = en_US) => ({
  value,
  label: { en_US, zh_CN, ja_JP },
});

export const descriptor: GatewayDescriptor = {
  id: "epay",
  label: { en_US: "Easy-pay", zh_CN: "易支付", ja_JP: "Easy-pay（易支付）" },
  icon: { text: "易", color: "#0f766e" },
  currencies: ["CNY"],
  fields: [
    {
      kind: "text",
      name: "pay_domain",
      label: { en_US: "Site URL", zh_CN: "接口地址", ja_JP: "サイトの URL" },
      hint: {
        en_US: "API URL from the merchant center of the easy-pay site, without submit.php.",
        zh_CN: "易支付商户中心“API 信息”中的接口地址，不含 submit.php。",
        ja_JP: "Easy-pay サイトの管理画面に表示される API アドレス。submit.php は含めません。",
      },
      placeholder: "https://pay.example.com",
      pattern: "https?://[^\\s?#]+",
      required: true,
    },
    {
      kind: "text",
      name: "partner_id",
      label: { en_US: "Merchant ID (pid)", zh_CN: "商户 ID（pid）", ja_JP: "加盟店 ID（pid）" },
      hint: {
        en_US: "Shown next to the site URL in the merchant center.",
        zh_CN: "在商户中心“API 信息”中查看。",
        ja_JP: "管理画面の API アドレスの近くに表示されます。",
      },
      required: true,
    },
    {
      kind: "secret",
      name: "key",
      label: { en_US: "Merchant key (MD5)", zh_CN: "商户密钥（MD5）", ja_JP: "加盟店キー（MD5）" },
      hint: {
        en_US: "MD5 key of the V1 API. RSA keys of the V2 API do not work here.",
        zh_CN: "V1 接口的 MD5 密钥，不是 V2 接口的 RSA 密钥。",
        ja_JP: "V1 API の MD5 キーです。V2 API の RSA キーは使えません。",
      },
      required: true,
    },
    {
      kind: "select",
      name: "pay_type",
      label: { en_US: "Payment method", zh_CN: "支付方式", ja_JP: "支払い方法" },
      hint: {
        en_US: "The site must offer the method.",
        zh_CN: "需在易支付站点开通对应的支付通道。",
        ja_JP: "サイト側で有効になっている必要があります。",
      },
      options: [
        payType("", "Customer chooses on the cashier page", "收银台（由用户选择）", "決済ページで選択"),
        payType("alipay", "Alipay", "支付宝", "Alipay（支付宝）"),
        payType("wxpay", "WeChat Pay", "微信支付", "WeChat Pay"),
        payType("qqpay", "QQ Wallet", "QQ 钱包", "QQ ウォレット"),
        payType("bank", "Bank card", "网银支付", "銀行カード"),
        payType("jdpay", "JD Pay", "京东支付", "JD Pay（京東）"),
        payType("paypal", "PayPal"),
        payType("usdt", "USDT"),
      ],
    },
  ],
  rootFields: ["pay_domain"],
};
