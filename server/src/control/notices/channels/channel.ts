import type { FormField } from "@tollgate/contract/form-field";
import type { LocalizedText } from "@tollgate/contract/localized";

/** The form of a channel; the console renders it from this. */
export interface NoticeChannelDescriptor {
  /** Folder name, stable: stored with every account. */
  id: string;
  label: LocalizedText;
  fields: readonly FormField[];
  /**
   * Fields that only a super administrator may change: addresses to which credentials are sent. The form shows them
   * under "Advanced".
   */
  rootFields: readonly string[];
  /** Maximum bytes of UTF-8 of one message; `send` cuts longer ones. */
  longestMessage: number;
}

/** One configured channel: field name to value. */
export type NoticeAccount = Readonly<Record<string, string>>;

/** A message to administrators: a channel was disabled, a batch of tests has ended. */
export interface AdminNotice {
  /** The same for every attempt of one message, so that a receiver detects a repetition. */
  id: string;
  /** One of the contract's notice events, or `test`. */
  event: string;
  /** One line. */
  title: string;
  /** Plain text, several lines. Names in it come from outside. */
  text: string;
  /** Epoch seconds. */
  time: number;
  /** How often it happened. */
  count: number;
}

/** Context of an attempt, next to the message. */
export interface NoticeTry {
  /** Milliseconds since the epoch, for signatures. */
  milliseconds: number;
  /** Recipients that an earlier attempt of the message reached. */
  delivered: readonly string[];
  /**
   * Sends the message as a mail; without addresses to every administrator who has one.
   * @throws NoticeRejected
   */
  mail(addresses: readonly string[], notice: AdminNotice): Promise<void>;
}

/** The service responded and did not accept the message. */
export class NoticeRejected extends Error {
  override name = "NoticeRejected";
  /** Seconds after which the service accepts messages again; 0: unknown. */
  readonly retryAfter: number;
  /** Recipients that were reached nevertheless. */
  readonly delivered: readonly string[];

  /** @param reason the service's sentence */
  constructor(reason: string, more: { retryAfter?: number; delivered?: readonly string[] } = {}) {
    super(reason);
    this.retryAfter = more.retryAfter ?? 0;
    this.delivered = more.delivered ?? [];
  }
}

/** One way to reach administrators. One folder each; `registry.ts` lists them. */
export interface NoticeChannel {
  descriptor: NoticeChannelDescriptor;
  /**
   * Sends one message.
   * @throws NoAnswer if the service cannot be reached, NoticeRejected if it does not accept the message; neither
   * contains a secret that the service did not repeat
   */
  send(notice: AdminNotice, account: NoticeAccount, given: NoticeTry): Promise<void>;
}
