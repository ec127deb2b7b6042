import type { Generated } from "kysely";

/** Configured ways to reach administrators. */
export interface NoticeChannelsTable {
  id: Generated<number>;
  /** Identifies the row for its sealed configuration, before the row's id exists. */
  uuid: string;
  /** Id of the kind's descriptor. */
  type: string;
  name: string;
  /** Sealed JSON of the kind's fields. */
  config_encrypted: string;
  language: string;
  /** JSON list of events. */
  events: string;
  pause_minutes: number;
  enable: number;
  created_time: number;
  /** Epoch seconds; 0: nothing was sent yet. */
  last_sent_time: number;
  /** Of the last attempt; empty: it succeeded. */
  last_error: string;
  /** The current sender of the channel; empty: none. */
  holder: string;
  /** Expiry of the holder's claim, unless it is renewed. */
  held_until: number;
}

/** Waiting messages, and for thirty days the status of the others. */
export interface NoticesTable {
  id: Generated<number>;
  created_time: number;
  channel_id: number;
  /** Name at that moment: channels can be deleted. */
  channel_name: string;
  event: string;
  /** Its subject: `channel:5`. Repetitions of an event about the same subject are one message. */
  subject: string;
  /** Name of the subject. */
  label: string;
  /** Identifies the row for the sealed body, and the message for its receiver; random. */
  seal_ref: string;
  /** Sealed JSON of the content. Empty once the message is sent or given up. */
  body_encrypted: string;
  /** Number of occurrences. */
  count: number;
  /** `queued`, `sent`, `failed`. */
  status: string;
  attempts: number;
  /** No attempt before this; a running attempt has moved it. */
  next_time: number;
  sent_time: number;
  /** JSON list of recipients that a failed attempt reached. */
  delivered: string;
  last_error: string;
}
