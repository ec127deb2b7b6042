import type { NoticeChannelDescriptor } from "../channel.ts";

export const descriptor: NoticeChannelDescriptor = {
  id: "wecom",
  label: { en_US: "WeCom", zh_CN: "企业微信", ja_JP: "WeCom（企業微信）" },
  fields: [
    {
      kind: "secret",
      name: "key",
      label: { en_US: "Webhook key", zh_CN: "Webhook Key", ja_JP: "Webhook キー" },
      hint: {
        en_US: "Part after key= in the webhook URL of the group bot.",
        zh_CN: "群机器人 Webhook 地址中 key= 之后的部分。",
        ja_JP: "グループボットの Webhook URL で、key= に続く部分です。",
      },
      required: true,
    },
    {
      kind: "text",
      name: "address",
      label: { en_US: "API URL", zh_CN: "API 地址", ja_JP: "API の URL" },
      hint: {
        en_US: "Leave empty for https://qyapi.weixin.qq.com.",
        zh_CN: "留空则使用 https://qyapi.weixin.qq.com。",
        ja_JP: "空欄なら https://qyapi.weixin.qq.com を使います。",
      },
      placeholder: "https://qyapi.weixin.qq.com",
      pattern: "https?://[^\\s?#@]*[^\\s?#@/]",
    },
  ],
  rootFields: ["address"],
  longestMessage: 2048,
};
