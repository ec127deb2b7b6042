import type { GatewayDescriptor } from "../gateway.ts";

export const productionEndpoint = "https://api.mch.weixin.qq.com";

export const descriptor: GatewayDescriptor = {
  id: "wxpay",
  label: { en_US: "WeChat Pay", zh_CN: "微信支付", ja_JP: "WeChat Pay" },
  icon: { text: "微", color: "#07c160" },
  standardIcon: "wechat",
  currencies: ["CNY"],
  fields: [
    {
      kind: "text",
      name: "app_id",
      label: { en_US: "App ID", zh_CN: "AppID", ja_JP: "AppID" },
      hint: {
        en_US: "Official account or mini program that is linked to the merchant. Starts with wx.",
        zh_CN: "与商户号绑定的公众号、小程序或移动应用的 AppID，以 wx 开头。",
        ja_JP: "加盟店番号に紐付けた公式アカウントまたはミニプログラムの AppID（wx で始まる）。",
      },
      required: true,
      pattern: "^\\w{1,32}$",
    },
    {
      kind: "text",
      name: "mch_id",
      label: { en_US: "Merchant ID", zh_CN: "商户号", ja_JP: "加盟店番号（mchid）" },
      hint: {
        en_US: "WeChat Pay merchant platform > Account center > Merchant information.",
        zh_CN: "微信支付商户平台 > 账户中心 > 商户信息。",
        ja_JP: "WeChat Pay 加盟店プラットフォーム > アカウントセンター > 加盟店情報。",
      },
      required: true,
      pattern: "^\\d{1,32}$",
    },
    {
      kind: "text",
      name: "mch_certificate_serial_number",
      label: {
        en_US: "Merchant certificate serial number",
        zh_CN: "商户 API 证书序列号",
        ja_JP: "加盟店 API 証明書のシリアル番号",
      },
      hint: {
        en_US: "Merchant platform > Account center > API security > Merchant API certificate. 40 characters.",
        zh_CN: "商户平台 > 账户中心 > API 安全 > 商户 API 证书 > 管理证书中查看，40 位。",
        ja_JP:
          "加盟店プラットフォーム > アカウントセンター > API セキュリティ > 加盟店 API 証明書（40 文字）。",
      },
      required: true,
      pattern: "^[0-9A-Fa-f]{8,64}$",
    },
    {
      kind: "secret",
      name: "mch_private_key",
      label: { en_US: "Merchant private key", zh_CN: "商户 API 私钥", ja_JP: "加盟店 API 秘密鍵" },
      hint: {
        en_US: "Content of apiclient_key.pem, which came with the merchant certificate.",
        zh_CN: "申请商户 API 证书时下载的 apiclient_key.pem 的全部内容。",
        ja_JP: "加盟店 API 証明書と一緒にダウンロードした apiclient_key.pem の内容。",
      },
      required: true,
      multiline: true,
    },
    {
      kind: "secret",
      name: "mch_apiv3_key",
      label: { en_US: "APIv3 key", zh_CN: "APIv3 密钥", ja_JP: "APIv3 キー" },
      hint: {
        en_US: "32 characters, set in the merchant platform > API security. Not the APIv2 key.",
        zh_CN: "在商户平台 > API 安全中设置的 32 位密钥，注意不是 APIv2 密钥。",
        ja_JP:
          "加盟店プラットフォーム > API セキュリティで設定した 32 文字のキー。APIv2 キーではありません。",
      },
      required: true,
    },
    {
      kind: "text",
      name: "wechat_public_key_id",
      label: { en_US: "WeChat Pay public key ID", zh_CN: "微信支付公钥 ID", ja_JP: "WeChat Pay 公開鍵 ID" },
      hint: {
        en_US: "Starts with PUB_KEY_ID_. Leave empty if the merchant still uses platform certificates.",
        zh_CN: "以 PUB_KEY_ID_ 开头。仍使用平台证书的商户请留空，系统会自动下载证书。",
        ja_JP:
          "PUB_KEY_ID_ で始まる ID。プラットフォーム証明書を使う場合は空欄にします（証明書は自動で取得します）。",
      },
      pattern: "^PUB_KEY_ID_\\d{1,64}$",
    },
    {
      kind: "text",
      name: "wechat_public_key",
      label: { en_US: "WeChat Pay public key", zh_CN: "微信支付公钥", ja_JP: "WeChat Pay 公開鍵" },
      hint: {
        en_US: "Content of pub_key.pem from the merchant platform > API security.",
        zh_CN: "商户平台 > API 安全 > 微信支付公钥中下载的 pub_key.pem 的全部内容。",
        ja_JP: "加盟店プラットフォーム > API セキュリティでダウンロードした pub_key.pem の内容。",
      },
      multiline: true,
    },
    {
      kind: "text",
      name: "endpoint",
      label: { en_US: "API URL", zh_CN: "接口地址", ja_JP: "API の URL" },
      hint: {
        en_US: "Change the URL only for another WeChat Pay host, such as https://api2.mch.weixin.qq.com.",
        zh_CN: "仅在使用其他接入点时修改，例如 https://api2.mch.weixin.qq.com。",
        ja_JP: "別の接続先（https://api2.mch.weixin.qq.com など）を使う場合のみ変更します。",
      },
      placeholder: productionEndpoint,
      pattern: "^https?://\\S+$",
    },
  ],
  rootFields: ["endpoint"],
};
