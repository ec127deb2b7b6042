import { localDatabaseName } from "../../lib/local-database";
import type { Conversation } from "./conversation";

/** Limits of the stored conversations: the newest of the signed-in user. */
export const storageLimits = { conversations: 30, characters: 40_000_000 } as const;

const storeName = "conversations";

interface StoredSize {
  id: string;
  updatedAt: number;
  /** Characters of the conversation as JSON. */
  size: number;
}

interface StoredConversation extends StoredSize {
  userId: number;
  conversation: Conversation;
}

/** Conversations in IndexedDB. Every method rejects where storage is blocked; the playground then works in memory. */
export interface ConversationStorage {
  /** The user's conversations, newest first. Those of other users are deleted. */
  load(): Promise<Conversation[]>;
  /** False if the conversation is too large to be kept. Deletes the oldest ones beyond the bounds. */
  save(conversation: Conversation): Promise<boolean>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}

export function openConversationStorage(userId: number): ConversationStorage {
  let opened: Promise<IDBDatabase> | undefined;
  /** So that saving reads no other conversation. */
  const sizes = new Map<string, StoredSize>();
  const begin = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    opened ??= openDatabase(() => {
      opened = undefined;
    });
    const database = await opened.catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return database.transaction(storeName, mode).objectStore(storeName);
  };
  return {
    async load() {
      const store = await begin("readwrite");
      const rows = await done<StoredConversation[]>(store.getAll());
      for (const row of rows) if (row.userId !== userId) store.delete(row.id);
      const own = rows.filter((row) => row.userId === userId).sort((a, b) => b.updatedAt - a.updatedAt);
      for (const { id, updatedAt, size } of own) sizes.set(id, { id, updatedAt, size });
      return own.map(({ conversation }) => conversation);
    },
    async save(conversation) {
      const { id, updatedAt } = conversation;
      const size = JSON.stringify(conversation).length;
      if (size > storageLimits.characters) return false;
      const store = await begin("readwrite");
      await done(store.put({ id, userId, updatedAt, size, conversation } satisfies StoredConversation));
      sizes.set(id, { id, updatedAt, size });
      for (const surplus of beyondBounds([...sizes.values()])) {
        sizes.delete(surplus);
        store.delete(surplus);
      }
      return true;
    },
    async remove(id) {
      sizes.delete(id);
      await done((await begin("readwrite")).delete(id));
    },
    async clear() {
      sizes.clear();
      await done((await begin("readwrite")).clear());
    },
  };
}

/** Ids of the oldest conversations that the bounds leave no room for. */
export function beyondBounds(rows: readonly StoredSize[]): string[] {
  let room: number = storageLimits.characters;
  return [...rows]
    .sort((a, b) => b.updatedAt - a.updatedAt)
    .filter(({ size }, index) => {
      room -= size;
      return index >= storageLimits.conversations || room < 0;
    })
    .map(({ id }) => id);
}

function openDatabase(onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(localDatabaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "id" });
    request.onsuccess = () => {
      const database = request.result;
      // Another tab signs out: close the database so that it can be deleted.
      database.onversionchange = () => {
        database.close();
        onClosed();
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error ?? new Error("IndexedDB is not available."));
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed."));
  });
}
