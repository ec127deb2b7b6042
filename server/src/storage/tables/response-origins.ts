import type { Generated } from "kysely";

/** Who made what an upstream keeps or sealed, and for whom (`docs/use/stored-state.md`). Without foreign keys: a row outlives its user and channel. */
export interface ResponseOriginsTable {
  /** The vendor's id of a response or item; a hash of it, or of sealed text, where that is long or not plain. */
  id: string;
  user_id: number;
  channel_id: number;
  /** Which of the channel's keys. */
  key_index: number;
  /** Epoch seconds. */
  created_at: number;
  /** Prompt and answer of a response together; 0 if nobody knows, and for its items. */
  tokens: Generated<number>;
}
