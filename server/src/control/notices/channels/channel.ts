import type { FormField } from "@tollgate/contract/form-field";

/** What a channel asks an administrator for; the console draws the form from it. */
export interface NoticeChannelDescriptor {
  /** Folder name, stable. */
  id: string;
  label: string;
  fields: readonly FormField[];
  /** Fields that only a super administrator may change: addresses to which credentials are sent. */
  rootFields: readonly string[];
  /** Bytes of UTF-8 that one message may have; longer ones are cut by `send`. */
  longestMessage: number;
}

/** One configured channel: field name to value. */
export type NoticeAccount = Readonly<Record<string, string>>;

/** A message to administrators: a channel was disabled, a batch of tests has ended. */
export interface AdminNotice {
  /** One line. */
  title: string;
  /** Plain text, several lines. */
  text: string;
}

/** One way to reach administrators beside mail. A folder each; `registry.ts` lists them. */
export interface NoticeChannel {
  descriptor: NoticeChannelDescriptor;
  /** Sends one message. @throws NoAnswer if the service cannot be reached or refuses it; its message holds no secret */
  send(notice: AdminNotice, account: NoticeAccount): Promise<void>;
}
