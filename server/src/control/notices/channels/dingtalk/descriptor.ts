import type { NoticeChannelDescriptor } from "../channel.ts";

export const descriptor: NoticeChannelDescriptor = {
  id: "dingtalk",
  label: { en_US: "DingTalk", zh_CN: "钉钉", ja_JP: "DingTalk（釘釘）" },
  fields: [
    {
      kind: "secret",
      name: "token",
      label: { en_US: "Access token", zh_CN: "Access Token", ja_JP: "アクセストークン" },
      hint: {
        en_US: "Part after access_token= in the webhook URL of the group's custom bot.",
        zh_CN: "群自定义机器人 Webhook 地址中 access_token= 之后的部分。",
        ja_JP: "グループのカスタムボットの Webhook URL で、access_token= に続く部分です。",
      },
      required: true,
    },
    {
      kind: "secret",
      name: "secret",
      label: { en_US: "Signing secret", zh_CN: "加签密钥", ja_JP: "署名シークレット" },
      hint: {
        en_US: "Starts with SEC. Leave empty if the bot does not require a signature.",
        zh_CN: "以 SEC 开头；机器人未启用“加签”时留空。",
        ja_JP: "SEC で始まります。ボットが署名を必要としない場合は空欄にします。",
      },
    },
    {
      kind: "text",
      name: "keyword",
      label: { en_US: "Keyword", zh_CN: "自定义关键词", ja_JP: "キーワード" },
      hint: {
        en_US: "Required only if the bot has a keyword rule. It is put before each message.",
        zh_CN: "机器人启用了“自定义关键词”时填写，会加在消息开头。",
        ja_JP: "ボットがキーワードを必要とする場合だけ入力します。メッセージの先頭に付きます。",
      },
      pattern: ".{1,50}",
    },
    {
      kind: "text",
      name: "address",
      label: { en_US: "API URL", zh_CN: "API 地址", ja_JP: "API の URL" },
      hint: {
        en_US: "Leave empty for https://oapi.dingtalk.com.",
        zh_CN: "留空则使用 https://oapi.dingtalk.com。",
        ja_JP: "空欄なら https://oapi.dingtalk.com を使います。",
      },
      placeholder: "https://oapi.dingtalk.com",
      pattern: "https?://[^\\s?#@]*[^\\s?#@/]",
    },
  ],
  rootFields: ["address"],
  longestMessage: 16_000,
};
