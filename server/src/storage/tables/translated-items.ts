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
  /** Length of the sealed JSON; in rows with a sealed text, of that. */
  bytes: number;
  /** Sealed JSON of the item: bytes in SQLite, and in PostgreSQL their base64url. Earlier versions wrote a sealed text. */
  content_encrypted: string | Uint8Array;
}
