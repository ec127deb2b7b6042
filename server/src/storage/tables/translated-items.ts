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
  /** Sealed JSON of the item. */
  content_encrypted: string;
}
