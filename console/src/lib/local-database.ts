/** The browser's database of what one user types here. It belongs to the session: signing out deletes it. */
export const localDatabaseName = "playground";

/** Deletes what the user who signs out left in this browser. Where the browser keeps nothing, there is nothing to delete. */
export function deleteLocalDatabase(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(localDatabaseName);
  } catch {
    // Some private windows throw on access.
  }
}
