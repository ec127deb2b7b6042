import { batchBytes, ItemBatch, noUser, type PackedItems } from "../storage/writer/item-batch.ts";
import { createWriteLoop } from "./write-loop.ts";

export interface ItemQueueOptions {
  /** Writes all items or none. Takes their memory. */
  write(items: PackedItems): Promise<void>;
  /** Items of one user beyond this number are not written if newer ones are pending: the database would delete them. */
  userRows: number;
  onError(error: unknown): void;
}

/** Items of translated responses that wait to be written. */
export interface ItemQueue {
  /** Written within milliseconds, without a caller waiting. `id`: printable ASCII. `createdAt`: epoch seconds. */
  add(userId: number, id: string, createdAt: number, json: string): void;
  /** JSON of the user's pending items with these ids. */
  find(userId: number, ids: ReadonlySet<string>): Map<string, string>;
  /** Writes the pending items; what the database rejects now is lost. */
  close(): Promise<void>;
}

/** Bytes of all pending items; beyond it the oldest are lost. */
const waitingMost = 16 * 1024 * 1024;
/** Empty batches that are kept. */
const sparesMost = 2;
/** Longer than for bookings: a group of 60 takes a third more time for each item than one of 200. */
const gatherMilliseconds = 30;
const pauseMilliseconds = 1000;
/** Users that may be remembered without a pending item. */
const idleUsersMost = 1000;

/** Pending items in batches, oldest first. While the database fails, the newest stay, up to a limit. */
export function createItemQueue({ write, userRows, onError }: ItemQueueOptions): ItemQueue {
  const batches: ItemBatch[] = [];
  const spares: ItemBatch[] = [];
  /** The first batch, once the database got it: nothing is added to it, and it stays until it is written. */
  let current: ItemBatch | undefined;
  /** Pending items by user. */
  const pending = new Map<number, number>();
  /** Pending items beyond their users' most. */
  let surplus = 0;
  let rows = 0;
  /** Bytes of all batches. */
  let held = 0;

  function count(userId: number, more: 1 | -1): void {
    const before = pending.get(userId) ?? 0;
    pending.set(userId, before + more);
    rows += more;
    surplus += Math.max(0, before + more - userRows) - Math.max(0, before - userRows);
  }

  const isSurplus = (userId: number): boolean => (pending.get(userId) ?? 0) > userRows;

  function openBatch(bytes: number): ItemBatch {
    const batch = bytes > batchBytes ? new ItemBatch(bytes) : (spares.pop() ?? new ItemBatch());
    batches.push(batch);
    held += batch.memory;
    return batch;
  }

  function release(batch: ItemBatch): void {
    held -= batch.memory;
    if (batch.memory !== batchBytes || spares.length === sparesMost) return;
    batch.clear();
    spares.push(batch);
  }

  /** The items of a batch are no longer pending. */
  function forget(batch: ItemBatch): void {
    for (let row = 0; row < batch.rows; row++) {
      const userId = batch.ownerOf(row);
      if (userId !== noUser) count(userId, -1);
    }
    release(batch);
    if (pending.size > idleUsersMost)
      for (const [userId, left] of pending) if (left === 0) pending.delete(userId);
  }

  function dropSurplus(batch: ItemBatch): void {
    if (surplus === 0) return;
    for (let row = 0; row < batch.rows; row++) {
      const userId = batch.ownerOf(row);
      if (userId === noUser || !isSurplus(userId)) continue;
      count(userId, -1);
      batch.drop(row);
    }
  }

  /** Moves the items that wait together, without those beyond their users' most. */
  function compact(): void {
    const waiting = batches.splice(current ? 1 : 0);
    let last: ItemBatch | undefined;
    for (const batch of waiting) {
      dropSurplus(batch);
      for (let row = 0; row < batch.rows; row++) {
        if (batch.ownerOf(row) === noUser || last?.copy(batch, row)) continue;
        last = openBatch(batch.memory);
        last.copy(batch, row);
      }
      release(batch);
    }
  }

  /** The newest batch stays, and the one that the database got. */
  function dropOldest(): void {
    if (surplus > userRows / 8) compact();
    const first = current ? 1 : 0;
    const before = rows;
    while (held > waitingMost && batches.length > first + 1)
      for (const oldest of batches.splice(first, 1)) forget(oldest);
    loop.lose(before - rows);
  }

  const loop = createWriteLoop({
    async write() {
      current = batches[0];
      if (!current) return;
      dropSurplus(current);
      const items = current.pack();
      if (items.numbers.length > 0) await write(items);
    },
    forget() {
      if (current) forget(current);
      batches.shift();
      current = undefined;
    },
    countPending: () => rows,
    isFull: () => batches.length > 1 || batches[0]?.isFull === true,
    gatherMilliseconds,
    pauseMilliseconds,
    noun: "items of answers",
    onError,
  });

  return {
    add(userId, id, createdAt, json) {
      const last = batches.at(-1);
      if (!last || last === current || !last.add(userId, id, createdAt, json))
        openBatch(id.length + Buffer.byteLength(json)).add(userId, id, createdAt, json);
      count(userId, 1);
      if (held > waitingMost) dropOldest();
      loop.wake();
    },

    find(userId, ids) {
      const found = new Map<string, string>();
      if ((pending.get(userId) ?? 0) === 0) return found;
      for (const batch of batches.toReversed()) batch.find(userId, ids, found);
      return found;
    },

    close: () => loop.close(),
  };
}
