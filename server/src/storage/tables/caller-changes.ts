/** Whose callers a version of the topic `callers` changed. A version without a row changed everyone's. */
export interface CallerChangesTable {
  version: number;
  user_id: number;
}
