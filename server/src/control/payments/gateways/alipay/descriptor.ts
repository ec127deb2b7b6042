import type { GatewayDescriptor } from "../gateway.ts";

export const productionEndpoint = "https://openapi.alipay.com/gateway.do";

export const descriptor: GatewayDescriptor = {
  id: "alipay",
  label: { en_US: "Alipay", zh_CN: "支付宝", ja_JP: "Alipay" },
  icon: { text: "支", color: "#1677ff" },
  standardIcon: "alipay",
  currencies: ["CNY"],
  fields: [
    {
      kind: "text",
      name: "app_id",
      label: { en_US: "App ID", zh_CN: "应用 ID（APPID）", ja_JP: "アプリ ID（APPID）" },
      hint: {
        en_US: "Alipay Open Platform > Console > your app. Digits only.",
        zh_CN: "支付宝开放平台 > 控制台 > 应用详情中的 APPID，纯数字。",
        ja_JP: "Alipay オープンプラットフォーム > コンソール > アプリ詳細の APPID（数字のみ）。",
      },
      required: true,
      pattern: "^\\d{1,32}$",
    },
    {
      kind: "secret",
      name: "private_key",
      label: { en_US: "App private key", zh_CN: "应用私钥", ja_JP: "アプリの秘密鍵" },
      hint: {
        en_US: "From the Alipay key tool, signature type RSA2. PEM or plain base64, PKCS#1 or PKCS#8.",
        zh_CN: "由支付宝密钥工具生成，签名类型 RSA2。支持 PEM 或纯文本，PKCS#1、PKCS#8 均可。",
        ja_JP:
          "Alipay の鍵生成ツールで作成した RSA2 の鍵。PEM または base64、PKCS#1 と PKCS#8 に対応しています。",
      },
      required: true,
      multiline: true,
    },
    {
      kind: "text",
      name: "public_key",
      label: { en_US: "Alipay public key", zh_CN: "支付宝公钥", ja_JP: "Alipay の公開鍵" },
      hint: {
        en_US:
          "Your app > Development settings > Signing method (public key mode). Not the app public key that you uploaded.",
        zh_CN: "应用 > 开发设置 > 接口加签方式（公钥模式）中查看。注意不是您上传的应用公钥。",
        ja_JP:
          "アプリ > 開発設定 > 署名方式（公開鍵モード）で確認できます。アップロードしたアプリ公開鍵ではありません。",
      },
      required: true,
      multiline: true,
    },
    {
      kind: "select",
      name: "pay_type",
      label: { en_US: "Payment product", zh_CN: "支付产品", ja_JP: "決済プロダクト" },
      hint: {
        en_US: "The app must be signed up for the product. Default: face-to-face QR code.",
        zh_CN: "应用须已签约该产品。默认为当面付。",
        ja_JP: "アプリで契約済みのプロダクトを選択します。既定は対面決済（QR コード）です。",
      },
      options: [
        {
          value: "facepay",
          label: {
            en_US: "Face-to-face payment (QR code)",
            zh_CN: "当面付（扫码）",
            ja_JP: "対面決済（QR コード）",
          },
        },
        {
          value: "pagepay",
          label: { en_US: "Desktop web payment", zh_CN: "电脑网站支付", ja_JP: "PC サイト決済" },
        },
        {
          value: "wappay",
          label: { en_US: "Mobile web payment", zh_CN: "手机网站支付", ja_JP: "モバイルサイト決済" },
        },
      ],
    },
    {
      kind: "text",
      name: "seller_id",
      label: { en_US: "Merchant PID", zh_CN: "商户 PID", ja_JP: "加盟店 PID" },
      hint: {
        en_US: "Optional, starts with 2088. Payments to another merchant are then rejected.",
        zh_CN: "选填，以 2088 开头。填写后仅接受收款方为该商户的通知。",
        ja_JP: "任意（2088 で始まる番号）。入力すると、他の加盟店宛ての支払い通知を拒否します。",
      },
      pattern: "^2088\\d{12}$",
    },
    {
      kind: "text",
      name: "endpoint",
      label: { en_US: "Gateway URL", zh_CN: "网关地址", ja_JP: "ゲートウェイの URL" },
      hint: {
        en_US: "Change the URL only for the sandbox.",
        zh_CN: "仅在使用沙箱环境时修改。",
        ja_JP: "サンドボックスを使う場合のみ変更します。",
      },
      placeholder: productionEndpoint,
      pattern: "^https?://\\S+$",
    },
  ],
  cumulativeRefunds: true,
  rootFields: ["endpoint"],
};
