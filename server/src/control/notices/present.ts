import { mailLanguages } from "@tollgate/contract/mail";
import { noticeEvents } from "@tollgate/contract/notice-events";
import {
  type Notice,
  type NoticeChannel as NoticeChannelAnswer,
  type NoticeChannelKind,
  noticeStatuses,
} from "@tollgate/contract/notices";
import type { NoticeChannelRow } from "../../storage/repositories/notice-channel-repository.ts";
import type { NoticeRow } from "../../storage/repositories/notice-repository.ts";
import type { NoticeAccount, NoticeChannel } from "./channels/channel.ts";

export function presentKind({ descriptor }: NoticeChannel): NoticeChannelKind {
  return {
    type: descriptor.id,
    label: descriptor.label,
    fields: [...descriptor.fields],
    root_fields: [...descriptor.rootFields],
  };
}

/** Without secrets. `kind` undefined: this server no longer has that kind. */
export function presentChannel(
  row: NoticeChannelRow,
  account: NoticeAccount,
  { kind, waiting }: { kind: NoticeChannel | undefined; waiting: number },
): NoticeChannelAnswer {
  const fields = kind?.descriptor.fields ?? [];
  const shown = fields
    .filter((field) => field.kind !== "secret")
    .map(({ name }) => [name, account[name] ?? ""]);
  const events = JSON.parse(row.events) as string[];
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    config: Object.fromEntries(shown) as Record<string, string>,
    secrets: fields.filter((field) => field.kind === "secret" && account[field.name]).map(({ name }) => name),
    language: oneOf(mailLanguages, row.language),
    events: noticeEvents.filter((event) => events.includes(event)),
    pause_minutes: row.pause_minutes,
    enable: row.enable === 1,
    created_time: row.created_time,
    last_sent_time: row.last_sent_time,
    last_error: row.last_error,
    waiting,
  };
}

/** The status of a message, never its content. */
export function presentNotice(row: NoticeRow): Notice {
  return {
    id: row.id,
    created_time: row.created_time,
    channel_id: row.channel_id,
    channel_name: row.channel_name,
    event: oneOf(noticeEvents, row.event),
    subject: row.subject,
    label: row.label,
    count: row.count,
    status: oneOf(noticeStatuses, row.status),
    attempts: row.attempts,
    next_time: row.status === "queued" ? row.next_time : 0,
    sent_time: row.sent_time,
    last_error: row.last_error,
  };
}

function oneOf<T extends string>(words: readonly T[], word: string): T {
  const found = words.find((one) => one === word);
  if (found === undefined) throw new Error(`a stored notice contains the unknown value ${word}`);
  return found;
}
