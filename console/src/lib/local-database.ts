/** The browser's database of what one user types here. It belongs to the session: signing out deletes it. */
export const localDatabaseName = "playground";

/** Deletes the signed-out user's data in this browser; does nothing where storage is blocked. */
export function deleteLocalDatabase(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(localDatabaseName);
  } catch {
    // Some private windows throw on access.
  }
}
