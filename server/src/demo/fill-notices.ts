import type { NoticeEvent } from "@tollgate/contract/notice-events";
import type { App } from "../build-app.ts";
import { createNoticeRepository } from "../storage/repositories/notice-repository.ts";
import type { DemoApi } from "./demo-api.ts";

/** Disabled, so that the demo sends nothing to the services. */
const channels = [
  {
    type: "telegram",
    name: "On-call group",
    config: { token: "1000000000:demo-token-of-the-sandbox-00000000000", chat_ids: "-1001234567890" },
  },
  { type: "slack", name: "#gateway", config: { webhook: "https://hooks.slack.com/services/T0/B0/demo" } },
  { type: "email", name: "Operations", config: { recipients: "ops@example.com" } },
] as const;

interface DemoNotice {
  channel: number;
  hoursAgo: number;
  event: NoticeEvent;
  subject: string;
  label: string;
  count?: number;
  error?: string;
}

const notices: readonly DemoNotice[] = [
  { channel: 2, hoursAgo: 190, event: "new_version", subject: "version", label: "1.1.0" },
  { channel: 0, hoursAgo: 75, event: "balance_low", subject: "channel:3", label: "Sandbox, fallback" },
  { channel: 1, hoursAgo: 75, event: "balance_low", subject: "channel:3", label: "Sandbox, fallback" },
  {
    channel: 1,
    hoursAgo: 51,
    event: "queue_stuck",
    subject: "queue:mail",
    label: "",
    error: "404: channel_is_archived",
  },
  {
    channel: 0,
    hoursAgo: 26,
    event: "channel_disabled",
    subject: "channel:5",
    label: "Provider account, key revoked",
    count: 3,
  },
  {
    channel: 1,
    hoursAgo: 26,
    event: "channel_disabled",
    subject: "channel:5",
    label: "Provider account, key revoked",
    count: 3,
  },
  { channel: 2, hoursAgo: 7, event: "payment_problem", subject: "order:demo", label: "Disputed order" },
];

const commands = [
  {
    command: "docs",
    description: "Documentation and examples",
    parse_mode: "MarkdownV2",
    reply_message: "*Documentation*\n\nUse `/v1/chat/completions` with your key\\.",
  },
  {
    command: "status",
    description: "Is the gateway up?",
    parse_mode: "HTML",
    reply_message: "<b>All systems operational.</b>\nHistory: the status page.",
  },
  {
    command: "support",
    description: "Reach the team",
    parse_mode: "Markdown",
    reply_message: "Write to _support@example.com_. We answer within *one working day*.",
  },
] as const;

/** Notice channels with what they sent, and commands of a bot that is off. */
export async function fillNotices(app: App, api: DemoApi, now: number): Promise<void> {
  for (const payload of commands) await api.send("demo", { url: "/api/option/telegram/", payload });
  const ids: number[] = [];
  for (const channel of channels) {
    const payload = { ...channel, enable: false };
    const { id } = (await api.send("demo", { url: "/api/notice_channel/", payload })) as { id: number };
    ids.push(id);
  }
  const { queries } = app.database;
  const rows = createNoticeRepository(queries);
  for (const { channel, hoursAgo, event, subject, label, count = 1, error = "" } of notices) {
    const at = now - hoursAgo * 3600;
    const isSent = error === "";
    await rows.collect({
      created_time: at,
      channel_id: ids[channel] ?? 0,
      channel_name: channels[channel]?.name ?? "",
      event,
      subject,
      label,
      seal_ref: "",
      body_encrypted: "",
      count,
      status: isSent ? "sent" : "failed",
      attempts: isSent ? 1 : 5,
      next_time: 0,
      sent_time: isSent ? at + 2 : 0,
      delivered: "[]",
      last_error: error,
    });
    const last = isSent ? { last_sent_time: at + 2, last_error: "" } : { last_error: error };
    await queries
      .updateTable("notice_channels")
      .set(last)
      .where("id", "=", ids[channel] ?? 0)
      .execute();
  }
}
