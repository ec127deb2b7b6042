import type { NoticeChannelDescriptor } from "../channel.ts";

export const descriptor: NoticeChannelDescriptor = {
  id: "slack",
  label: { en_US: "Slack", zh_CN: "Slack", ja_JP: "Slack" },
  fields: [
    {
      kind: "secret",
      name: "webhook",
      label: { en_US: "Webhook URL", zh_CN: "Webhook 地址", ja_JP: "Webhook URL" },
      hint: {
        en_US:
          "URL of the incoming webhook. For compatible servers such as Mattermost and Rocket.Chat, set their address under Advanced.",
        zh_CN:
          "Incoming Webhook 的完整地址。兼容的服务（如 Mattermost、Rocket.Chat）也可使用，需在「高级」中填写其服务器地址。",
        ja_JP:
          "Incoming Webhook のアドレス。Mattermost や Rocket.Chat など互換サーバーも使えます。サーバーのアドレスを「詳細」に入力してください。",
      },
      required: true,
    },
    {
      kind: "text",
      name: "address",
      label: { en_US: "Server URL", zh_CN: "服务器地址", ja_JP: "サーバーの URL" },
      hint: {
        en_US: "Scheme and host of the webhook URL. Leave empty for https://hooks.slack.com.",
        zh_CN: "Webhook 的协议与主机名；留空则使用 https://hooks.slack.com。",
        ja_JP: "Webhook のスキームとホスト。空欄なら https://hooks.slack.com です。",
      },
      placeholder: "https://hooks.slack.com",
      pattern: "https?://[^\\s/?#@]+/?",
    },
  ],
  rootFields: ["address"],
  longestMessage: 4000,
};
