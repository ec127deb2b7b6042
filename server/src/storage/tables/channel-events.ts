import type { Generated } from "kysely";

/** The timeline of each channel. Empty texts and zeros where an event has no such thing. */
export interface ChannelEventsTable {
  id: Generated<number>;
  channel_id: number;
  /** Epoch seconds. */
  created_at: number;
  kind: string;
  model: string;
  /** Place in the channel's list of keys, from 0; -1: no certain key. */
  key_index: number;
  /** The last four characters of that key. */
  key_hint: string;
  /** HTTP status of the upstream's answer. */
  status: number;
  /** Milliseconds that a test took. */
  time: number;
  /** Cleaned: never a secret. */
  reason: string;
  /** The kind of `reason`. */
  problem: Generated<string>;
  request_id: string;
  /** Who did it; empty for the server itself. */
  actor_name: string;
}
