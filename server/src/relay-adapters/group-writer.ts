import { WriterError } from "../storage/writer/writer-error.ts";

export interface GroupWriterOptions<Row> {
  /** Writes all rows or none. */
  write(rows: readonly Row[]): Promise<void>;
  /** Size of a row in memory, in the unit of the limits below. */
  sizeOf(row: Row): number;
  /** Maximum rows of a group, or maximum size. */
  groupRows: number;
  groupSize: number;
  /** Size of all pending rows, or of the memory that they share; beyond it the oldest are lost. */
  waitingMost: number;
  memory?: SharedMemory<Row>;
  /** Rows of one owner beyond this number are not written if newer ones are pending: the database would delete them. */
  perOwner?: { ownerOf(row: Row): number; most: number };
  /** Name of the rows in errors. */
  noun: string;
  onError(error: unknown): void;
  /** Pause after a failed group. */
  pauseMilliseconds: number;
}

/** Memory that rows share. */
export interface SharedMemory<Row> {
  /** In the unit of the limits. Rows may hold more than their sizes. */
  readonly held: number;
  /** A row that is no longer pending gives its part back. */
  release(row: Row): void;
  /** Moves the pending rows together, so that they hold little more than their sizes. */
  compact(rows: Iterable<Row>): void;
}

/** Rows to write, by key. */
export interface GroupWriter<Row> {
  /** Written within milliseconds, without a caller waiting. The last row of a key wins. */
  add(key: string, row: Row): void;
  /** A pending row. */
  waiting(key: string): Row | undefined;
  /** Writes the pending rows; what the database rejects now is lost. */
  close(): Promise<void>;
}

/** How long the first row of a group waits for others, as with bookings. */
const gatherMilliseconds = 10;

/**
 * Writes rows in groups, one group at a time; later rows are written with the next. While the database fails, the
 * newest rows stay pending, up to a limit.
 */
export function createGroupWriter<Row>(options: GroupWriterOptions<Row>): GroupWriter<Row> {
  const { write, sizeOf, groupRows, groupSize, waitingMost, noun, onError, pauseMilliseconds, perOwner } =
    options;
  const { memory } = options;
  /** Oldest first. A row stays until it is written, so that a failure loses nothing. */
  const rows = new Map<string, Row>();
  /** Pending rows by owner. */
  const owned = new Map<number, number>();
  /** Pending rows beyond their owners' most. */
  let surplus = 0;
  let size = 0;
  let lost = 0;
  let failing = false;
  let closing = false;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function remove(key: string): void {
    const row = rows.get(key);
    if (row === undefined) return;
    rows.delete(key);
    size -= sizeOf(row);
    memory?.release(row);
    count(row, -1);
  }

  const isTooLarge = (): boolean => (memory?.held ?? size) > waitingMost;

  function count(row: Row, more: 1 | -1): void {
    if (!perOwner) return;
    const owner = perOwner.ownerOf(row);
    const before = owned.get(owner) ?? 0;
    const sum = before + more;
    if (sum === 0) owned.delete(owner);
    else owned.set(owner, sum);
    surplus += Math.max(0, sum - perOwner.most) - Math.max(0, before - perOwner.most);
  }

  /** For the oldest row of its owner. */
  const isSurplus = (row: Row): boolean =>
    perOwner !== undefined && (owned.get(perOwner.ownerOf(row)) ?? 0) > perOwner.most;

  function removeOldest(): void {
    if (surplus > 0)
      for (const [key, row] of rows) {
        if (!isTooLarge() || surplus === 0) break;
        if (isSurplus(row)) remove(key);
      }
    // Rows between those that were removed may hold the memory of all of them.
    if (memory && isTooLarge() && memory.held - size > waitingMost / 4) memory.compact(rows.values());
    for (const oldest of rows.keys()) {
      if (!isTooLarge()) break;
      remove(oldest);
      lost += 1;
    }
  }

  /** Keeps a row that was added again in the meantime. */
  function forget(group: ReadonlyMap<string, Row>): void {
    for (const [key, row] of group) if (rows.get(key) === row) remove(key);
  }

  function firstGroup(): Map<string, Row> {
    const group = new Map<string, Row>();
    let groupSoFar = 0;
    for (const [key, row] of rows) {
      if (group.size === groupRows || groupSoFar >= groupSize) break;
      if (isSurplus(row)) {
        remove(key);
        continue;
      }
      group.set(key, row);
      groupSoFar += sizeOf(row);
    }
    return group;
  }

  const isFull = (): boolean => rows.size >= groupRows || size >= groupSize;

  async function writeGroup(): Promise<void> {
    const group = firstGroup();
    try {
      await write([...group.values()]);
      forget(group);
      if (lost > 0) onError(new Error(`${lost} ${noun} were lost: too many were pending`));
      lost = 0;
      failing = false;
    } catch (error) {
      // Once per failure, not once per attempt.
      if (!failing) onError(error);
      if (error instanceof WriterError && error.rejectsData) forget(group);
      else failing = true;
    }
  }

  async function writeAll(): Promise<void> {
    do await writeGroup();
    while (isFull() && !failing);
  }

  function start(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (rows.size > 0) schedule();
    });
    return writing;
  }

  function schedule(): void {
    if (closing) return;
    timer ??= setTimeout(() => void start(), failing ? pauseMilliseconds : gatherMilliseconds).unref();
  }

  return {
    add(key, row) {
      remove(key);
      rows.set(key, row);
      size += sizeOf(row);
      count(row, 1);
      if (isTooLarge()) removeOldest();
      if (writing) return;
      if (isFull() && !failing) void start();
      else schedule();
    },

    waiting: (key) => rows.get(key),

    async close() {
      closing = true;
      // A running group may fail because of the earlier error, so each is tried once more.
      await writing;
      failing = false;
      while (rows.size > 0 && !failing) await start();
      if (rows.size > 0) onError(new Error(`${rows.size} ${noun} could not be stored`));
    },
  };
}
