import type { Generated } from "kysely";

/**
 * The origin of a stored or sealed state of an upstream, and its user (`docs/use/stored-state.md`). Without foreign
 * keys: a row outlives its user and channel.
 */
export interface ResponseOriginsTable {
  /** The vendor's id of a response or item; a hash of it, or of sealed text, where that is long or not plain. */
  id: string;
  user_id: number;
  channel_id: number;
  /** Which of the channel's keys. */
  key_index: number;
  /** Epoch seconds. */
  created_at: number;
  /** Prompt and answer of a response together; 0 if unknown, and for its items. */
  tokens: Generated<number>;
}
