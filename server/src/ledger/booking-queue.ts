import { groupRows, RowGroup, type RowWriter, unpackRows } from "./store/pack-rows.ts";
import type { ChargedRow } from "./store/usage-store.ts";
import { WriterError } from "../storage/writer/writer-error.ts";
import { usageTextNames } from "./usage-row.ts";

/** Finished exchanges on their way into the database, committed in groups within milliseconds. */
export interface BookingQueue {
  push(row: ChargedRow): void;
  /** Rows not committed yet. */
  readonly pending: number;
  /** True while rows arrive faster than they can be written, or the database rejects them. */
  readonly blocked: boolean;
  /** Resolves when everything pushed so far is committed. */
  flush(): Promise<void>;
}

/** How long the first row of a group waits for others. */
const gatherMilliseconds = 10;
const rowsPerCommit = 500;
const pendingLimit = 50_000;

/**
 * One commit runs at a time. Rows that arrive during it form the next group, unless it is already full: each commit has
 * a fixed cost, too high for a handful of rows. A failed commit is retried with the same rows (booking is idempotent by
 * request id) until it succeeds.
 */
export function createBookingQueue(store: RowWriter, onError: (error: unknown) => void): BookingQueue {
  /** Oldest first; the last one takes new rows. */
  const groups: RowGroup[] = [];
  /** The last committed group, whose memory the next one uses. */
  let spare: RowGroup | undefined;
  let waiting = 0;
  let inFlight = 0;
  let pushed = 0;
  let committed = 0;
  let running: Promise<void> | undefined;
  let flushes: { until: number; done: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** Resolves once the group is committed; false: the database rejects a row's values. */
  async function commit(group: RowGroup): Promise<boolean> {
    for (let wait = 50; ; wait = Math.min(wait * 2, 2000)) {
      try {
        await store.commit(group.packed());
        return true;
      } catch (error) {
        onError(error);
        if (error instanceof WriterError && error.rejectsData) return false;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  async function commitWhole(group: RowGroup): Promise<void> {
    if (!(await commit(group))) await commitApart(unpackRows(group.packed()));
  }

  /**
   * One row's values are rejected: find it by bisection, so that it does not delay the others, and book it without its
   * texts.
   */
  async function commitApart(rows: ChargedRow[]): Promise<void> {
    const [only] = rows;
    if (rows.length === 1 && only) return commitStripped(only);
    const middle = Math.ceil(rows.length / 2);
    await commitWhole(groupRows(rows.slice(0, middle)));
    await commitWhole(groupRows(rows.slice(middle)));
  }

  async function commitStripped(row: ChargedRow): Promise<void> {
    const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 100);
    const stripped = { ...row };
    for (const name of usageTextNames) if (name !== "request_id") stripped[name] = plain(row[name]);
    stripped.content = "";
    stripped.metadata = "{}";
    // Nothing more can be done: the log contains all of it, and the lease is returned when this process ends.
    if (!(await commit(groupRows([stripped]))))
      onError(new Error(`a call could not be booked: ${JSON.stringify(row)}`));
  }

  async function drain(): Promise<void> {
    do {
      const group = groups.shift();
      if (!group) return;
      waiting -= group.count;
      inFlight = group.count;
      await commitWhole(group);
      committed += inFlight;
      inFlight = 0;
      group.clear();
      spare = group;
      for (const { done } of flushes.filter(({ until }) => until <= committed)) done();
      flushes = flushes.filter(({ until }) => until > committed);
    } while (groups[0]?.count === rowsPerCommit);
  }

  /** The group that takes the next row. */
  function openGroup(): RowGroup {
    const last = groups.at(-1);
    if (last && last.count < rowsPerCommit) return last;
    const next = spare ?? new RowGroup();
    spare = undefined;
    groups.push(next);
    return next;
  }

  function start(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running ??= drain().finally(() => {
      running = undefined;
      if (waiting > 0) schedule();
    });
    return running;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void start(), gatherMilliseconds);
  }

  return {
    push(row) {
      openGroup().add(row);
      waiting += 1;
      pushed += 1;
      if (!running) schedule();
    },
    get pending() {
      return waiting + inFlight;
    },
    get blocked() {
      return waiting > pendingLimit;
    },
    async flush() {
      const until = pushed;
      if (committed >= until) return;
      // Rows are committed in order; those that come later, and commits of them, are not waited for.
      const flushed = new Promise<void>((done) => flushes.push({ until, done }));
      void start();
      await flushed;
    },
  };
}
