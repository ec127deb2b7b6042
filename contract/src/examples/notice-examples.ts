/** Notice channels, and what was sent over them. */
const label = { en_US: "Telegram", zh_CN: "Telegram", ja_JP: "Telegram" };

export const noticeExamples = {
  NoticeChannelKind: {
    type: "telegram",
    label,
    fields: [{ kind: "text", name: "chat_ids", label, required: true }],
    root_fields: ["address"],
  },
  NoticeChannel: {
    id: 3,
    type: "telegram",
    name: "Duty phone",
    config: { chat_ids: "-1001234567890", address: "" },
    secrets: ["token"],
    language: "en_US",
    events: ["channel_disabled", "balance_low"],
    pause_minutes: 60,
    enable: true,
    created_time: 1_769_904_000,
    last_sent_time: 1_769_907_600,
    last_error: "",
    waiting: 0,
  },
  NoticeChannelForm: {
    type: "telegram",
    name: "Duty phone",
    config: { chat_ids: "-1001234567890", token: "123456:ABC-DEF" },
    events: ["channel_disabled", "balance_low"],
  },
  NoticeChannelChangeForm: { id: 3, pause_minutes: 30 },
  NoticeTestForm: { id: 3, type: "telegram", config: { chat_ids: "-1001234567890" } },
  Notice: {
    id: 41,
    created_time: 1_769_907_598,
    channel_id: 3,
    channel_name: "Duty phone",
    event: "channel_disabled",
    subject: "channel:5",
    label: "East",
    count: 1,
    status: "sent",
    attempts: 1,
    next_time: 0,
    sent_time: 1_769_907_600,
    last_error: "",
  },
};
