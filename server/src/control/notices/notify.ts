import { routineNoticeEvents } from "@tollgate/contract/notice-events";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import {
  createNoticeChannelRepository,
  type NoticeChannelRow,
} from "../../storage/repositories/notice-channel-repository.ts";
import { createNoticeRepository } from "../../storage/repositories/notice-repository.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";
import type { MailService, NoticeContent } from "../mail/service.ts";
import type { NoticeQueue } from "./queue.ts";

/** An event that administrators should know about. */
export interface NewNotice {
  content: NoticeContent;
  /** Its subject, such as `channel:5`: repetitions about the same subject are combined. */
  subject: string;
  /** The subject by name, for the history. */
  label: string;
}

/**
 * Notifies administrators over every enabled channel that subscribes to the event. Pass a transaction's queries to
 * notify of a change together with it; the job then sends the message within seconds.
 */
export type Notify = (notice: NewNotice, queries?: TransactionQueries) => Promise<void>;

export interface NotifyDependencies {
  database: Database;
  secretBox: SecretBox;
  clock: Clock;
  mail: Pick<MailService, "notifyAdministrators">;
  queue: Pick<NoticeQueue, "kick">;
}

export function createNotify({ database, secretBox, clock, mail, queue }: NotifyDependencies): Notify {
  /** When a message may be sent: now, or once the channel's pause after the last one about the subject has passed. */
  async function timeFor(
    repository: ReturnType<typeof createNoticeRepository>,
    channel: NoticeChannelRow,
    { content, subject }: NewNotice,
  ): Promise<number> {
    const now = clock.now();
    if (channel.pause_minutes === 0) return now;
    const last = await repository.lastAbout(channel.id, content.kind, subject);
    if (!last) return now;
    const lastTime = Math.max(last.created_time, last.sent_time);
    return Math.max(now, lastTime + channel.pause_minutes * 60);
  }

  return async (notice, transaction) => {
    const queries = transaction ?? database.queries;
    const { content, subject, label } = notice;
    const channels = await createNoticeChannelRepository(queries).all();
    if (channels.length === 0) {
      if (isMailed(content))
        await mail.notifyAdministrators(content, `${content.kind} ${subject}`, transaction);
      return;
    }
    const repository = createNoticeRepository(queries);
    for (const channel of channels) {
      if (channel.enable === 0 || !(JSON.parse(channel.events) as string[]).includes(content.kind)) continue;
      const seal_ref = randomText(20);
      await repository.collect({
        created_time: clock.now(),
        channel_id: channel.id,
        channel_name: channel.name,
        event: content.kind,
        subject,
        label,
        seal_ref,
        body_encrypted: secretBox.seal(JSON.stringify(content), sealedColumns.noticeBody(seal_ref)),
        count: 1,
        status: "queued",
        attempts: 0,
        next_time: await timeFor(repository, channel, notice),
        sent_time: 0,
        delivered: "[]",
        last_error: "",
      });
    }
    // Other connections do not see yet what a transaction wrote.
    if (!transaction) queue.kick();
  };
}

/** Without a channel, administrators get mail; a mail about a mail backlog would not be sent either. */
function isMailed({ kind }: NoticeContent): boolean {
  return kind !== "queue_stuck" && !routineNoticeEvents.includes(kind);
}
