import { WriterError } from "../storage/writer/writer-error.ts";

export interface WriteLoopOptions {
  /** Writes the oldest pending group, all rows or none. */
  write(): Promise<void>;
  /** Removes that group: it is written, or the database will never accept it. */
  forget(): void;
  /** Pending rows, including those that are being written. */
  countPending(): number;
  /** At least one whole group is pending. */
  isFull(): boolean;
  /** How long the first row of a group waits for others. */
  gatherMilliseconds: number;
  /** Pause after a failed group. */
  pauseMilliseconds: number;
  /** Name of the rows in errors. */
  noun: string;
  onError(error: unknown): void;
}

/** Decides when pending rows are written: one group at a time, later rows with the next. */
export interface WriteLoop {
  /** A row was added. */
  wake(): void;
  /** So many rows were dropped, which is reported with the next group. */
  lose(rows: number): void;
  /** Writes the pending rows; what the database rejects now is lost. */
  close(): Promise<void>;
}

export function createWriteLoop(options: WriteLoopOptions): WriteLoop {
  const { write, forget, countPending, isFull, gatherMilliseconds, pauseMilliseconds, noun, onError } =
    options;
  let lost = 0;
  let failing = false;
  let closing = false;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function writeGroup(): Promise<void> {
    try {
      await write();
      forget();
      if (lost > 0) onError(new Error(`${lost} ${noun} were lost: too many were pending`));
      lost = 0;
      failing = false;
    } catch (error) {
      // Once per failure, not once per attempt.
      if (!failing) onError(error);
      if (error instanceof WriterError && error.rejectsData) forget();
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
      if (countPending() > 0) schedule();
    });
    return writing;
  }

  function schedule(): void {
    if (closing) return;
    timer ??= setTimeout(() => void start(), failing ? pauseMilliseconds : gatherMilliseconds).unref();
  }

  return {
    wake() {
      if (writing) return;
      if (isFull() && !failing) void start();
      else schedule();
    },
    lose(rows) {
      lost += rows;
    },
    async close() {
      closing = true;
      // A running group may fail because of the earlier error, so each is tried once more.
      await writing;
      failing = false;
      while (countPending() > 0 && !failing) await start();
      if (countPending() > 0) onError(new Error(`${countPending()} ${noun} could not be stored`));
    },
  };
}
