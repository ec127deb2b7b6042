import type { NoticeChannelDescriptor } from "../channel.ts";

export const descriptor: NoticeChannelDescriptor = {
  id: "telegram",
  label: { en_US: "Telegram", zh_CN: "Telegram", ja_JP: "Telegram" },
  fields: [
    {
      kind: "secret",
      name: "token",
      label: { en_US: "Bot token", zh_CN: "机器人 Token", ja_JP: "ボットのトークン" },
      hint: {
        en_US: "From @BotFather. The bot must be in the chat, or the person must have started it.",
        zh_CN: "由 @BotFather 提供。机器人须已加入该会话，或用户已与其对话。",
        ja_JP:
          "@BotFather から取得します。ボットがチャットに参加しているか、相手がボットを開始している必要があります。",
      },
      required: true,
    },
    {
      kind: "text",
      name: "chat_ids",
      label: { en_US: "Chat IDs", zh_CN: "会话 ID", ja_JP: "チャット ID" },
      hint: {
        en_US: "IDs of people, groups or channels, or @names of channels, separated by commas. Up to ten.",
        zh_CN: "用户、群组或频道的 ID，也可填频道的 @名称；最多十个，用逗号分隔。",
        ja_JP: "個人・グループ・チャンネルの ID、またはチャンネルの @名前。カンマ区切りで 10 件まで。",
      },
      placeholder: "-1001234567890",
      pattern: "(?:-?\\d{1,20}|@\\w{4,40})(?:\\s*,\\s*(?:-?\\d{1,20}|@\\w{4,40})){0,9}",
      required: true,
    },
    {
      kind: "text",
      name: "address",
      label: { en_US: "API URL", zh_CN: "API 地址", ja_JP: "API の URL" },
      hint: {
        en_US: "Leave empty for https://api.telegram.org.",
        zh_CN: "留空则使用 https://api.telegram.org。",
        ja_JP: "空欄なら https://api.telegram.org を使います。",
      },
      placeholder: "https://api.telegram.org",
      pattern: "https?://[^\\s?#@]*[^\\s?#@/]",
    },
  ],
  rootFields: ["address"],
  longestMessage: 4096,
};
