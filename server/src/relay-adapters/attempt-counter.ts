import { healthCounts, sumHealth } from "@tollgate/contract/channel-health";
import { channelErrorKindOf } from "@tollgate/contract/channel-problems";
import type { Clock } from "../platform/clock.ts";
import type { AttemptCounter } from "../relay/ports.ts";
import type { Database } from "../storage/database.ts";
import {
  type ChannelHealthRow,
  createChannelHealthRepository,
} from "../storage/repositories/channel-health-repository.ts";

export interface AttemptCounterDependencies {
  database: Database;
  clock: Clock;
  onError(error: unknown): void;
}

/** The port, with `close`. */
export interface StoredAttemptCounter extends AttemptCounter {
  /** Writes the counts. A failure is reported once, and the counts stay for the next flush. */
  flush(): Promise<void>;
  /** Stops the timer and writes the rest. */
  close(): Promise<void>;
}

const flushMilliseconds = 10_000;
const shortSpan = 300;
const longSpan = 3600;
/** Rows that wait for the database, some hours of a hundred channels; beyond it the oldest are lost. */
const waitingMost = 10_000;
/** Rows per statement: SQLite binds at most 32,766 values. */
const rowsPerStatement = 200;

/**
 * Counts attempts in memory and adds them to the table `channel_health` every ten seconds. Several processes add up. A
 * killed process loses the seconds since its last flush.
 */
export function createAttemptCounter(dependencies: AttemptCounterDependencies): StoredAttemptCounter {
  const { database, clock, onError } = dependencies;
  /** The current span of each channel. */
  let open = new Map<number, ChannelHealthRow>();
  /** Spans to write, by `keyOf`. */
  const waiting = new Map<string, ChannelHealthRow>();
  let failing = false;
  let writing: Promise<void> = Promise.resolve();

  function rowFor(channelId: number): ChannelHealthRow {
    const now = clock.now();
    const start = now - (now % shortSpan);
    const found = open.get(channelId);
    if (found?.start === start) return found;
    if (found) addTo(waiting, found);
    const row = emptyRow(channelId, shortSpan, start);
    open.set(channelId, row);
    return row;
  }

  async function write(): Promise<void> {
    const counted = open;
    open = new Map();
    for (const row of counted.values()) addTo(waiting, row);
    if (waiting.size === 0) return;
    const group = [...waiting.values()];
    // Counts during the statement wait for the next one.
    waiting.clear();
    try {
      await add(group);
      failing = false;
    } catch (error) {
      if (!failing) onError(error);
      failing = true;
      for (const row of group) addTo(waiting, row);
      for (const key of waiting.keys()) {
        if (waiting.size <= waitingMost) break;
        waiting.delete(key);
      }
    }
  }

  /** All or nothing, so that a repeated flush does not count twice. */
  function add(group: readonly ChannelHealthRow[]): Promise<void> {
    const rows = withHours(group);
    return database.transaction(async (queries) => {
      const health = createChannelHealthRepository(queries);
      for (let from = 0; from < rows.length; from += rowsPerStatement)
        await health.add(rows.slice(from, from + rowsPerStatement));
    });
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  const timer = setInterval(() => void flush(), flushMilliseconds).unref();

  return {
    count(channelId, problem, firstToken, total) {
      const row = rowFor(channelId);
      if (problem) {
        row[channelErrorKindOf(problem)] += 1;
        return;
      }
      row.successes += 1;
      row.response_sum += Math.round(total);
      if (firstToken === undefined) return;
      row.first_token_sum += Math.round(firstToken);
      row.first_token_count += 1;
    },
    flush,
    close() {
      clearInterval(timer);
      return flush();
    },
  };
}

/** The rows with those of their hours, ordered by key. */
function withHours(rows: readonly ChannelHealthRow[]): ChannelHealthRow[] {
  const hours = new Map<string, ChannelHealthRow>();
  for (const row of rows) addTo(hours, { ...row, span: longSpan, start: row.start - (row.start % longSpan) });
  return [...rows, ...hours.values()].sort(
    (a, b) => a.channel_id - b.channel_id || a.span - b.span || a.start - b.start,
  );
}

const keyOf = ({ channel_id, span, start }: ChannelHealthRow): string => `${channel_id} ${span} ${start}`;

/** Adds `more` to the row of its key. */
function addTo(rows: Map<string, ChannelHealthRow>, more: ChannelHealthRow): void {
  const key = keyOf(more);
  const found = rows.get(key);
  if (!found) rows.set(key, { ...more });
  else for (const name of healthCounts) found[name] += more[name];
}

function emptyRow(channel_id: number, span: number, start: number): ChannelHealthRow {
  return { channel_id, span, start, ...sumHealth([]) };
}
