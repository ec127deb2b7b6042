/** The user whose callers a version of the topic `callers` changed. A version without a row changed all. */
export interface CallerChangesTable {
  version: number;
  user_id: number;
}
