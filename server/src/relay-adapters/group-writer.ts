import { createWriteLoop } from "./write-loop.ts";

export interface GroupWriterOptions<Row> {
  /** Writes all rows or none. */
  write(rows: readonly Row[]): Promise<void>;
  /** Maximum rows of a group. */
  groupRows: number;
  /** Maximum pending rows; beyond it the oldest are lost. */
  waitingMost: number;
  /** Name of the rows in errors. */
  noun: string;
  onError(error: unknown): void;
  /** Pause after a failed group. */
  pauseMilliseconds: number;
}

/** Rows to write, by key. */
export interface GroupWriter<Row> {
  /** Written within milliseconds, without a caller waiting. The last row of a key wins. */
  add(key: string, row: Row): void;
  /** Writes the pending rows; what the database rejects now is lost. */
  close(): Promise<void>;
}

/** How long the first row of a group waits for others, as with bookings. */
const gatherMilliseconds = 10;

/** Writes rows in groups. While the database fails, the newest rows stay pending, up to a limit. */
export function createGroupWriter<Row>(options: GroupWriterOptions<Row>): GroupWriter<Row> {
  const { groupRows, waitingMost } = options;
  /** Oldest first. A row stays until it is written, so that a failure loses nothing. */
  const rows = new Map<string, Row>();
  let group: [key: string, row: Row][] = [];

  function firstGroup(): [key: string, row: Row][] {
    const first: [key: string, row: Row][] = [];
    for (const entry of rows) {
      if (first.length === groupRows) break;
      first.push(entry);
    }
    return first;
  }

  const loop = createWriteLoop({
    ...options,
    write() {
      group = firstGroup();
      return options.write(group.map(([, row]) => row));
    },
    forget() {
      // A row that was added again in the meantime stays.
      for (const [key, row] of group) if (rows.get(key) === row) rows.delete(key);
    },
    countPending: () => rows.size,
    isFull: () => rows.size >= groupRows,
    gatherMilliseconds,
  });

  return {
    add(key, row) {
      rows.delete(key);
      rows.set(key, row);
      for (const oldest of rows.keys()) {
        if (rows.size <= waitingMost) break;
        rows.delete(oldest);
        loop.lose(1);
      }
      loop.wake();
    },
    close: () => loop.close(),
  };
}
