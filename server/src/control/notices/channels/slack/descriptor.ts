import type { NoticeChannelDescriptor } from "../channel.ts";

export const descriptor: NoticeChannelDescriptor = {
  id: "slack",
  label: { en_US: "Slack", zh_CN: "Slack", ja_JP: "Slack" },
  fields: [
    {
      kind: "secret",
      name: "webhook",
      label: { en_US: "Webhook address", zh_CN: "Webhook 地址", ja_JP: "Webhook アドレス" },
      hint: {
        en_US:
          "URL of the incoming webhook. Compatible servers such as Mattermost and Rocket.Chat work too: set their address under Advanced.",
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
      label: { en_US: "Server address", zh_CN: "服务器地址", ja_JP: "サーバーのアドレス" },
      hint: {
        en_US: "Scheme and host of the webhook. Leave empty for https://hooks.slack.com.",
        zh_CN: "Webhook 的协议与主机名；留空则使用 https://hooks.slack.com。",
        ja_JP: "Webhook のスキームとホスト。空欄の場合は https://hooks.slack.com です。",
      },
      placeholder: "https://hooks.slack.com",
      pattern: "https?://[^\\s/?#@]+/?",
    },
  ],
  rootFields: ["address"],
  longestMessage: 4000,
};
