import {
  batchBytes,
  ItemBatch,
  type NewItem,
  noUser,
  type PackedItems,
} from "../storage/writer/item-batch.ts";
import type { ItemLimits } from "../storage/writer/item-store.ts";
import { createWriteLoop } from "./write-loop.ts";

export interface ItemQueueOptions {
  /** Writes all items or none. Takes their memory. */
  write(items: PackedItems): Promise<void>;
  /** Items of one user beyond these limits are not written if newer ones are pending: the database would delete them. */
  limits: ItemLimits;
  onError(error: unknown): void;
}

/** Items of translated responses that wait to be written. */
export interface ItemQueue {
  /** Written within milliseconds, without a caller waiting. */
  add(userId: number, item: NewItem): void;
  /** JSON of the user's pending items with these ids; of several with one id the last. */
  find(userId: number, ids: ReadonlySet<string>): Map<string, string>;
  /** Writes the pending items; what the database rejects now is lost. */
  close(): Promise<void>;
}

/** Bytes of all pending items; beyond it the oldest are lost. */
const waitingMost = 16 * 1024 * 1024;
/** Of these, one user's share; what is beyond is lost first. */
const userShare = waitingMost / 4;
/** Moving items together is worth it if this part of the memory becomes free. */
const worthwhile = waitingMost / 8;
/** Empty batches that are kept. */
const sparesMost = 2;
/** Longer than for bookings: a group of 60 takes a sixth more time for each item than one of 200. */
const gatherMilliseconds = 30;
const pauseMilliseconds = 1000;
/** Users that are remembered without a pending item. */
const idleUsersMost = 1000;

/** Pending items in batches, oldest first. While the database fails, the newest stay, up to a limit. */
export function createItemQueue({ write, limits, onError }: ItemQueueOptions): ItemQueue {
  const batches: ItemBatch[] = [];
  const spares: ItemBatch[] = [];
  /** The first batch, once the database got it: nothing is added to it, and it stays until it is written. */
  let current: ItemBatch | undefined;
  /** Pending items by user; those with one id count each. */
  const pending = new Map<number, ItemLimits>();
  /** Of these, users who have none. */
  let idle = 0;
  let rows = 0;
  /** Bytes of all batches. */
  let held = 0;

  function count(userId: number, bytes: number, more: 1 | -1): void {
    let own = pending.get(userId);
    if (!own) {
      own = { rows: 0, bytes: 0 };
      pending.set(userId, own);
    } else if (own.rows === 0) idle -= 1;
    own.rows += more;
    own.bytes += more * bytes;
    if (own.rows === 0) idle += 1;
    rows += more;
  }

  function countAll(batch: ItemBatch, more: 1 | -1): void {
    for (let row = 0; row < batch.rows; row++)
      if (batch.ownerOf(row) !== noUser) count(batch.ownerOf(row), batch.bytesOf(row), more);
  }

  function push(batch: ItemBatch): ItemBatch {
    batches.push(batch);
    held += batch.memory;
    return batch;
  }

  /** A new last batch. While others wait, the last one so far keeps no more memory than it needs. */
  function openBatch(bytes: number): ItemBatch {
    const last = lastOpen();
    if (last?.isUsual && batches.length > 1) {
      batches.pop();
      push(last.shrink());
      release(last);
    }
    return push(bytes > batchBytes ? new ItemBatch(bytes, 1) : (spares.pop() ?? new ItemBatch()));
  }

  function release(batch: ItemBatch): void {
    held -= batch.memory;
    if (!batch.isUsual || spares.length === sparesMost) return;
    batch.clear();
    spares.push(batch);
  }

  /** The items of a batch are no longer pending. */
  function forget(batch: ItemBatch): void {
    countAll(batch, -1);
    release(batch);
    if (idle <= idleUsersMost) return;
    for (const [userId, own] of pending) if (own.rows === 0) pending.delete(userId);
    idle = 0;
  }

  /** Drops items of users who have more pending than this. */
  function dropSurplus(batch: ItemBatch, most: ItemLimits): void {
    for (let row = 0; row < batch.rows; row++) {
      const userId = batch.ownerOf(row);
      const own = pending.get(userId);
      if (!own || (own.rows <= most.rows && own.bytes <= most.bytes)) continue;
      count(userId, batch.bytesOf(row), -1);
      batch.drop(row);
    }
  }

  /** Bytes that users have beyond their shares, roughly. */
  function countExcess(): number {
    let excess = 0;
    for (const own of pending.values()) {
      const beyondRows = own.rows > limits.rows ? (own.bytes / own.rows) * (own.rows - limits.rows) : 0;
      excess += Math.max(beyondRows, own.bytes - userShare);
    }
    return excess;
  }

  /** Moves the waiting items together, without those beyond their users' shares. */
  function compact(): void {
    const waiting = batches.splice(current ? 1 : 0);
    // What the database got is not dropped, so it must not displace newer items.
    if (current) countAll(current, -1);
    for (const batch of waiting) {
      dropSurplus(batch, { rows: limits.rows, bytes: userShare });
      for (let row = 0; row < batch.rows; row++) {
        if (batch.ownerOf(row) === noUser) continue;
        if (!lastOpen()?.copy(batch, row)) openBatch(batch.bytesOf(row)).copy(batch, row);
      }
      release(batch);
    }
    if (current) countAll(current, 1);
  }

  /** The batch to which items are added. */
  function lastOpen(): ItemBatch | undefined {
    const last = batches.at(-1);
    return last === current ? undefined : last;
  }

  /** The newest batch stays, and the one that the database got. */
  function dropOldest(): void {
    const before = rows;
    if (countExcess() > worthwhile) compact();
    const first = current ? 1 : 0;
    while (held > waitingMost && batches.length > first + 1)
      for (const oldest of batches.splice(first, 1)) forget(oldest);
    loop.lose(before - rows);
  }

  const loop = createWriteLoop({
    async write() {
      current = batches[0];
      if (!current) return;
      dropSurplus(current, limits);
      const items = current.pack();
      if (items.numbers.length > 0) await write(items);
    },
    forget() {
      if (!current) return;
      forget(current);
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
    add(userId, item) {
      let batch = lastOpen();
      if (!batch?.add(userId, item)) {
        batch = openBatch(item.id.length + Buffer.byteLength(item.json));
        batch.add(userId, item);
      }
      count(userId, batch.bytesOf(batch.rows - 1), 1);
      if (held > waitingMost) dropOldest();
      loop.wake();
    },

    find(userId, ids) {
      const found = new Map<string, string>();
      if (!pending.get(userId)?.rows) return found;
      for (const batch of batches.toReversed()) batch.find(userId, ids, found);
      return found;
    },

    close: () => loop.close(),
  };
}
