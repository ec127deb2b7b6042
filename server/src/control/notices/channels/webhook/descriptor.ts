import type { NoticeChannelDescriptor } from "../channel.ts";

export const descriptor: NoticeChannelDescriptor = {
  id: "webhook",
  label: { en_US: "Webhook", zh_CN: "自定义 Webhook", ja_JP: "Webhook" },
  fields: [
    {
      kind: "text",
      name: "address",
      label: { en_US: "URL", zh_CN: "接收地址", ja_JP: "送信先 URL" },
      hint: {
        en_US: "Receives a signed JSON message by POST and responds with a status from 200 to 299.",
        zh_CN: "以 POST 接收带签名的 JSON 消息，并返回 200–299 状态码。",
        ja_JP: "署名付きの JSON メッセージを POST で受け取り、200〜299 のステータスを返します。",
      },
      placeholder: "https://ops.example.com/tollgate",
      pattern: "https?://[^\\s#@]+",
      required: true,
    },
    {
      kind: "secret",
      name: "secret",
      label: { en_US: "Signing secret", zh_CN: "签名密钥", ja_JP: "署名シークレット" },
      hint: {
        en_US: "The receiver verifies the HMAC-SHA256 signature with it. Text after whsec_ is base64.",
        zh_CN: "接收方用它校验 HMAC-SHA256 签名；以 whsec_ 开头时，其后内容为 Base64。",
        ja_JP: "受信側が HMAC-SHA256 署名の検証に使います。whsec_ に続く部分は base64 として扱います。",
      },
      required: true,
    },
  ],
  rootFields: ["address"],
  longestMessage: 16_384,
};
