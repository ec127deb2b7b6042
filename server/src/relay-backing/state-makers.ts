import type { StateMaker, StateMakers } from "../relay/ports.ts";
import type { Database } from "../storage/database.ts";
import {
  createResponseMakerRepository,
  type ResponseMakerRow,
} from "../storage/repositories/response-maker-repository.ts";
import type { MakerStore } from "../storage/writer/maker-store.ts";
import { WriterError } from "../storage/writer/usage-writer.ts";

export interface StateMakerDependencies {
  database: Database;
  store: MakerStore;
  onError(error: unknown): void;
  /** For tests: how long a failed group rests. */
  restMilliseconds?: number;
  /** For tests: how many may wait. */
  waitingMost?: number;
}

/** As the port, and its end. */
export interface StoredStateMakers extends StateMakers {
  /** Writes what waits; what the database does not take now is lost. */
  close(): Promise<void>;
}

/** How long the first one of a group waits for company, as with bookings. */
const gatherMilliseconds = 10;
const rowsPerGroup = 200;
/** Ids in one question: a point read each. */
const idsPerQuestion = 500;

/**
 * Makers of states in the table `response_makers`. One group is written at a time; what comes meanwhile goes with the next. While the database
 * fails, the newest wait for it, up to a bound; the memory of this process knows them all the same.
 */
export function createStateMakers(dependencies: StateMakerDependencies): StoredStateMakers {
  const { database, store, onError, restMilliseconds = 1000, waitingMost = 20_000 } = dependencies;
  const stored = createResponseMakerRepository(database.queries);
  /** The oldest first. A row stays until it is written, so that a failure loses nothing. */
  const waiting = new Map<string, ResponseMakerRow>();
  let lost = 0;
  let failing = false;
  let closing = false;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function forget(rows: readonly ResponseMakerRow[]): void {
    // Not one that was bound anew meanwhile.
    for (const row of rows) if (waiting.get(row.id) === row) waiting.delete(row.id);
  }

  async function writeGroup(): Promise<void> {
    const group = firstOf(waiting, rowsPerGroup);
    try {
      await store.keepMakers(group);
      forget(group);
      if (lost > 0) onError(new Error(`${lost} makers of states were not written down: too many waited`));
      lost = 0;
      failing = false;
    } catch (error) {
      // Once a failure, not once a try.
      if (!failing) onError(error);
      if (error instanceof WriterError && error.refusesData) forget(group);
      else failing = true;
    }
  }

  async function writeAll(): Promise<void> {
    do await writeGroup();
    while (waiting.size >= rowsPerGroup && !failing);
  }

  function start(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (waiting.size > 0) schedule();
    });
    return writing;
  }

  function schedule(): void {
    if (closing) return;
    timer ??= setTimeout(() => void start(), failing ? restMilliseconds : gatherMilliseconds).unref();
  }

  return {
    keep({ id, userId, channelId, key, createdAt, tokens = 0 }) {
      waiting.delete(id);
      waiting.set(id, {
        id,
        user_id: userId,
        channel_id: channelId,
        key_index: key,
        created_at: createdAt,
        tokens,
      });
      if (waiting.size > waitingMost) {
        forget(firstOf(waiting, 1));
        lost += 1;
      }
      if (writing) return;
      if (waiting.size >= rowsPerGroup && !failing) void start();
      else schedule();
    },

    async find(ids) {
      const found: StateMaker[] = [];
      try {
        for (let from = 0; from < ids.length; from += idsPerQuestion)
          for (const row of await stored.findAll(ids.slice(from, from + idsPerQuestion)))
            found.push(makerOf(row));
      } catch (error) {
        onError(error);
      }
      return found;
    },

    async close() {
      closing = true;
      // One that is under way may have failed by old luck: each is tried once more.
      await writing;
      failing = false;
      while (waiting.size > 0 && !failing) await start();
      if (waiting.size > 0) onError(new Error(`${waiting.size} makers of states were not written down`));
    },
  };
}

function firstOf(rows: ReadonlyMap<string, ResponseMakerRow>, most: number): ResponseMakerRow[] {
  const first: ResponseMakerRow[] = [];
  for (const row of rows.values()) {
    if (first.length === most) break;
    first.push(row);
  }
  return first;
}

function makerOf({ id, user_id, channel_id, key_index, created_at, tokens }: ResponseMakerRow): StateMaker {
  const maker = { id, userId: user_id, channelId: channel_id, key: key_index, createdAt: created_at };
  return tokens > 0 ? { ...maker, tokens } : maker;
}
