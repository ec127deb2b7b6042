import type { NoticeChannelDescriptor } from "../channel.ts";

export const descriptor: NoticeChannelDescriptor = {
  id: "pushdeer",
  label: { en_US: "PushDeer", zh_CN: "PushDeer", ja_JP: "PushDeer" },
  fields: [
    {
      kind: "secret",
      name: "push_key",
      label: { en_US: "Push key", zh_CN: "PushKey", ja_JP: "プッシュキー" },
      hint: {
        en_US: "Shown in the app under Keys.",
        zh_CN: "在 PushDeer 客户端的“Key”页面查看。",
        ja_JP: "アプリの「Key」に表示されます。",
      },
      required: true,
    },
    {
      kind: "text",
      name: "address",
      label: { en_US: "API URL", zh_CN: "API 地址", ja_JP: "API の URL" },
      hint: {
        en_US: "Leave empty for https://api2.pushdeer.com.",
        zh_CN: "留空则使用 https://api2.pushdeer.com。",
        ja_JP: "空欄なら https://api2.pushdeer.com を使います。",
      },
      placeholder: "https://api2.pushdeer.com",
      pattern: "https?://[^\\s?#@]*[^\\s?#@/]",
    },
  ],
  rootFields: ["address"],
  longestMessage: 8192,
};
