import type { Generated } from "kysely";

/** Configured ways to reach administrators. */
export interface NoticeChannelsTable {
  id: Generated<number>;
  /** Names the row for its sealed configuration, which exists before the row's id. */
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
  /** Of the last try; empty: it succeeded. */
  last_error: string;
  /** Who sends over the channel now; empty: nobody. */
  holder: string;
  /** A holder that did not renew until then is gone. */
  held_until: number;
}

/** Messages that wait, and for thirty days what became of those that do not. */
export interface NoticesTable {
  id: Generated<number>;
  created_time: number;
  channel_id: number;
  /** At that moment: channels can be deleted. */
  channel_name: string;
  event: string;
  /** What it is about: `channel:5`. Repetitions of an event about the same subject are one message. */
  subject: string;
  /** The subject by name. */
  label: string;
  /** Names the row for the sealed body, and the message for its receiver; random. */
  seal_ref: string;
  /** Sealed JSON of the content. Empty once the message is sent or given up. */
  body_encrypted: string;
  /** How often it happened. */
  count: number;
  /** `queued`, `sent`, `failed`. */
  status: string;
  attempts: number;
  /** Nobody tries before this; a try under way has moved it. */
  next_time: number;
  sent_time: number;
  /** JSON list of recipients that a failed try reached. */
  delivered: string;
  last_error: string;
}
