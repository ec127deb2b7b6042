import type { MailLanguage } from "@tollgate/contract/mail";
import { AppError } from "../../platform/app-error.ts";
import { cleanReason } from "../../platform/clean-message.ts";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type {
  NoticeChannelRepository,
  NoticeChannelRow,
} from "../../storage/repositories/notice-channel-repository.ts";
import type { NoticeRepository } from "../../storage/repositories/notice-repository.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";
import { NoAnswer } from "../call-service.ts";
import type { MailService, NoticeContent, Repetition } from "../mail/service.ts";
import {
  type NoticeAccount,
  type NoticeChannel,
  NoticeRejected,
  type NoticeTry,
} from "./channels/channel.ts";

/** Seconds until the next attempt, after each failed one; then the message is given up. */
export const retrySeconds = [60, 300, 1800, 10_800];

/** Sends the waiting messages of the database, one sender for each channel in the whole installation. */
export interface NoticeQueue {
  /** Sends what is due; resolves when nothing is left that this process can send. */
  drain(): Promise<void>;
  /** The same without waiting for it. */
  kick(): void;
  /** Begins no further message and waits for those being sent. */
  stop(): Promise<void>;
}

export interface NoticeQueueDependencies {
  channels: NoticeChannelRepository;
  notices: NoticeRepository;
  secretBox: SecretBox;
  clock: Clock;
  mail: Pick<MailService, "write">;
  kindOf(type: string): NoticeChannel | undefined;
  /** @throws SecretError */
  openAccount(row: NoticeChannelRow): NoticeAccount;
  /** Puts a message into the mail queue. @throws AppError mail.not_configured, NoticeRejected */
  sendMails(addresses: readonly string[], message: QueuedMessage): Promise<void>;
}

/** A message before layout. */
export interface QueuedMessage {
  content: NoticeContent;
  language: MailLanguage;
  repetition: Repetition;
}

/** Longer than an attempt can take, so a message is not taken twice while its sender is alive. */
const heldSeconds = 120;
/** Minimum pause for a service that does not respond, or rate-limits. */
const holdBackSeconds = 60;
/** Another process sends over a channel: check again soon, in case this process's message came too late for it. */
const lookAgainMilliseconds = 1000;

export function createNoticeQueue(deps: NoticeQueueDependencies): NoticeQueue {
  const { channels, notices, clock } = deps;
  /** By channel: each has its own lane, so that a service which hangs delays no other. */
  const lanes = new Map<number, Promise<void>>();
  const again = new Set<number>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  type Taken = NonNullable<Awaited<ReturnType<NoticeRepository["take"]>>>;

  async function send(row: Taken, channel: NoticeChannelRow): Promise<void> {
    const kind = deps.kindOf(channel.type);
    if (!kind) throw new NoticeRejected(`There is no kind of channel called ${channel.type}.`);
    const body = deps.secretBox.open(row.body_encrypted, sealedColumns.noticeBody(row.seal_ref));
    const content = JSON.parse(body) as NoticeContent;
    const language = channel.language as MailLanguage;
    const repetition = { count: row.count, since: row.created_time };
    const given: NoticeTry = {
      milliseconds: clock.milliseconds(),
      delivered: JSON.parse(row.delivered) as string[],
      mail: (addresses) => deps.sendMails(addresses, { content, language, repetition }),
    };
    const { title, text } = deps.mail.write(content, language, repetition);
    const { event, count } = row;
    const notice = { id: `msg_${row.seal_ref}`, event, title, text, time: content.time, count };
    await kind.send(notice, deps.openAccount(channel), given);
  }

  /** Records a failed attempt; true if the channel cannot send any other message now either. */
  async function settleFailure(row: Taken, channel: NoticeChannelRow, error: unknown): Promise<boolean> {
    const reason = reasonOf(error, secretsOf(channel));
    const wait = retryAfterOf(error);
    const pause = retrySeconds[row.attempts - 1];
    const now = clock.now();
    await channels.noteTry(channel.id, { last_error: reason });
    if (pause === undefined) await notices.settleFailed(row.id, reason);
    else {
      const reached = error instanceof NoticeRejected ? error.delivered : [];
      const delivered = JSON.stringify([...(JSON.parse(row.delivered) as string[]), ...reached]);
      await notices.postpone(row.id, {
        next_time: now + Math.max(pause, wait),
        last_error: reason,
        delivered,
      });
    }
    if (wait === 0 && !(error instanceof NoAnswer)) return false;
    await notices.holdBack(channel.id, now + Math.max(wait, holdBackSeconds));
    return true;
  }

  function secretsOf(channel: NoticeChannelRow): string[] {
    try {
      return secretValues(deps.kindOf(channel.type), deps.openAccount(channel));
    } catch {
      return [];
    }
  }

  /** True if the channel accepts further messages. */
  async function sendNext(id: number, holder: string): Promise<boolean> {
    const due = stopped ? undefined : await notices.findDue(id, clock.now());
    if (!due || !(await channels.renew(id, holder, clock.now() + heldSeconds))) return false;
    const row = await notices.take(due.id, due.next_time, clock.now() + heldSeconds);
    const channel = await channels.find(id);
    if (!row || !channel) return row === undefined && channel !== undefined;
    if (channel.enable === 0) {
      await notices.settleFailed(row.id, "The channel is disabled.");
      return true;
    }
    try {
      await send(row, channel);
    } catch (error) {
      return !(await settleFailure(row, channel, error));
    }
    await notices.settleSent(row.id, clock.now());
    await channels.noteTry(id, { last_sent_time: clock.now(), last_error: "" });
    return true;
  }

  async function work(id: number): Promise<void> {
    const holder = randomText(20);
    const now = clock.now();
    if (!(await channels.hold(id, holder, { now, until: now + heldSeconds }))) {
      timer ??= setTimeout(() => {
        timer = undefined;
        kick();
      }, lookAgainMilliseconds).unref();
      return;
    }
    try {
      while (await sendNext(id, holder));
    } finally {
      await channels.release(id, holder);
    }
  }

  async function runLane(id: number): Promise<void> {
    try {
      do {
        again.delete(id);
        await work(id);
      } while (again.has(id) && !stopped);
    } finally {
      lanes.delete(id);
    }
  }

  async function drain(): Promise<void> {
    if (stopped) return;
    for (const id of await notices.dueChannels(clock.now())) {
      if (lanes.has(id)) again.add(id);
      else lanes.set(id, runLane(id));
    }
    await Promise.all(lanes.values());
  }

  function kick(): void {
    // A failure here is the database's; the queue's job gets the same error and reports it.
    drain().catch(() => {});
  }

  return {
    drain,
    kick,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.allSettled(lanes.values());
    },
  };
}

/** Longest pause that a service can request. */
const retryAfterMost = 10_800;

function retryAfterOf(error: unknown): number {
  if (!(error instanceof NoticeRejected) || !(error.retryAfter > 0)) return 0;
  return Math.min(Math.ceil(error.retryAfter), retryAfterMost);
}

/** The secret values of an account. */
export function secretValues(kind: NoticeChannel | undefined, account: NoticeAccount): string[] {
  const secret = (kind?.descriptor.fields ?? []).filter((field) => field.kind === "secret");
  return secret.flatMap(({ name }) => account[name] || []);
}

/** Why an attempt failed, in the service's words, without the account's secrets. */
export function reasonOf(error: unknown, secrets: readonly string[]): string {
  const known = error instanceof NoticeRejected || error instanceof NoAnswer || error instanceof AppError;
  return cleanReason(known ? error.message : "The message could not be prepared.", secrets);
}
