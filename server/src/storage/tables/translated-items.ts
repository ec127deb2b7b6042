/**
 * Items of translated Responses answers, for later references (`docs/use/stored-state.md`). Without foreign keys: a row
 * outlives its user.
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
