import type { Generated } from "kysely";

/**
 * Items of translated Responses answers, for later references (`docs/use/stored-state.md`): those with an id that an
 * upstream chose, and those of earlier versions. Without foreign keys: a row outlives its user.
 */
export interface TranslatedItemsTable {
  user_id: number;
  /** Id in the response. */
  id: string;
  /** Epoch seconds. */
  created_at: number;
  /** Length of `content_encrypted`. */
  bytes: number;
  /** Sealed JSON of the item: bytes in SQLite, in older rows and in PostgreSQL a text. */
  content_encrypted: string | Uint8Array;
}

/**
 * All other items of translated Responses answers: in one row those of a user whose ids contain the same time, as many as
 * were written together.
 */
export interface TranslatedItemGroupsTable {
  id: Generated<number>;
  user_id: number;
  /** When the first of them was stored, epoch seconds. */
  created_at: number;
  /** The time that their ids contain, epoch seconds. */
  id_time: number;
  /** Number of items. */
  items: number;
  /** Length of `content_encrypted`. */
  bytes: number;
  /** Ids of the items, separated by spaces. */
  ids: string;
  /** JSON of the items in the same order, separated by `itemSeparator`, sealed together: bytes in SQLite, a text in PostgreSQL. */
  content_encrypted: string | Uint8Array;
}

/** No JSON text contains it, as in JSON text sequences (RFC 7464). */
export const itemSeparator = "\u001e";
