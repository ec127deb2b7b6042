import type { Generated } from "kysely";

/**
 * Items of translated Responses answers, for later references (`docs/use/stored-state.md`): in one row those of a user
 * that were created in the same second and written together. Without foreign keys: a row outlives its user.
 */
export interface TranslatedItemsTable {
  id: Generated<number>;
  user_id: number;
  /** Epoch seconds. */
  created_at: number;
  /** 1: a single item whose id does not contain its time, so it is found by `ids`. Otherwise 0. */
  by_id: number;
  /** Number of items. */
  items: number;
  /** Length of `content_encrypted`. */
  bytes: number;
  /** Ids of the items, separated by spaces. */
  ids: string;
  /**
   * Their JSON in the same order, separated by U+001E, sealed together: bytes in SQLite, a text in older rows and in
   * PostgreSQL.
   */
  content_encrypted: string | Uint8Array;
}

/** Between the JSON texts of a row. No JSON text contains it, as in JSON text sequences (RFC 7464). */
export const itemSeparator = "\u001e";
