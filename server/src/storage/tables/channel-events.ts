import type { Generated } from "kysely";

/** The timeline of each channel. Empty texts and zeros where an event lacks the field. */
export interface ChannelEventsTable {
  id: Generated<number>;
  channel_id: number;
  /** Epoch seconds. */
  created_at: number;
  kind: string;
  model: string;
  /** Index in the channel's list of keys, from 0; -1: unknown key. */
  key_index: number;
  /** The last four characters of that key. */
  key_hint: string;
  /** HTTP status of the upstream's response. */
  status: number;
  /** Duration of a test in milliseconds. */
  time: number;
  /** Cleaned: never a secret. */
  reason: string;
  /** The kind of `reason`. */
  problem: Generated<string>;
  request_id: string;
  /** The actor; empty for the server itself. */
  actor_name: string;
}
