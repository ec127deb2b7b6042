import type { NoticeChannelDescriptor } from "../channel.ts";

export const descriptor: NoticeChannelDescriptor = {
  id: "lark",
  label: { en_US: "Lark (Feishu)", zh_CN: "飞书", ja_JP: "Lark（飛書）" },
  fields: [
    {
      kind: "secret",
      name: "token",
      label: { en_US: "Webhook token", zh_CN: "Webhook Token", ja_JP: "Webhook トークン" },
      hint: {
        en_US: "Last part of the webhook URL of the group's custom bot.",
        zh_CN: "群自定义机器人 Webhook 地址的最后一段。",
        ja_JP: "グループのカスタムボットの Webhook URL の末尾です。",
      },
      required: true,
    },
    {
      kind: "secret",
      name: "secret",
      label: { en_US: "Signing secret", zh_CN: "签名校验密钥", ja_JP: "署名シークレット" },
      hint: {
        en_US: "Leave empty if the bot does not require a signature.",
        zh_CN: "机器人未启用“签名校验”时留空。",
        ja_JP: "ボットが署名を必要としない場合は空欄にします。",
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
        en_US:
          "Leave empty for https://open.feishu.cn. Outside mainland China, enter https://open.larksuite.com.",
        zh_CN: "留空则使用 https://open.feishu.cn；Lark 国际版为 https://open.larksuite.com。",
        ja_JP: "空欄なら https://open.feishu.cn を使います。中国以外では https://open.larksuite.com です。",
      },
      placeholder: "https://open.feishu.cn",
      pattern: "https?://[^\\s?#@]*[^\\s?#@/]",
    },
  ],
  rootFields: ["address"],
  longestMessage: 12_000,
};
