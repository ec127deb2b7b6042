import { sql } from "kysely";
import type { KeyValue } from "../platform/key-value/key-value.ts";
import type { Database, Queries, TransactionQueries } from "../storage/database.ts";

/** What can change under a running process. `callers`: users and tokens. */
export const changeTopics = ["channels", "prices", "groups", "settings", "callers"] as const;
export type ChangeTopic = (typeof changeTopics)[number];

/** `userIds`: whose callers changed; undefined: everyone's, and for every other topic. */
export type ChangeListener = (userIds: readonly number[] | undefined) => void | Promise<void>;

/** Tells every part of every process that configuration changed. */
export interface ChangeNotice {
  /**
   * Runs this process's listeners before it returns; other processes notice at once where they share messages, else within half a second.
   * @param userIds of the topic `callers`: the users whose account or tokens changed; without it everyone's
   */
  announce(topic: ChangeTopic, userIds?: readonly number[]): Promise<void>;
  /**
   * Announces the callers of users as a part of a transaction: if it commits, every process notices within half a second, this one
   * included; if not, nobody does. Other announcements of callers wait for its end.
   */
  announceWithin(transaction: TransactionQueries, userIds: readonly number[]): Promise<void>;
  subscribe(topic: ChangeTopic, listener: ChangeListener): void;
  stop(): void;
}

const pollMilliseconds = 500;
/** Where processes that share messages tell each other to look. */
const looked = "changes";
/** Versions of which the users are kept. A process that was away for more of them forgets every caller. */
const keptVersions = 1000;

/**
 * Notices through a table of counters that every process polls: one tiny query twice a second, no further service. A message only says that
 * it is time to look, so that one which is lost, doubled or late does no harm.
 */
export async function createChangeNotice(
  database: Database,
  onError: (error: unknown) => void,
  messages?: Pick<KeyValue, "publish" | "subscribe">,
): Promise<ChangeNotice> {
  const listeners = new Map<ChangeTopic, ChangeListener[]>();
  const seen = await readVersions(database);

  async function notify(topic: ChangeTopic, userIds?: readonly number[]): Promise<void> {
    for (const listener of listeners.get(topic) ?? []) await listener(userIds);
  }

  const seenOf = (topic: ChangeTopic): number => seen.get(topic) ?? 0;

  async function poll(): Promise<void> {
    const versions = await readVersions(database);
    for (const topic of changeTopics) {
      const version = versions.get(topic);
      if (version === undefined || version <= seenOf(topic)) continue;
      try {
        const userIds =
          topic === "callers" ? await readChangedUsers(database, seenOf(topic), version) : undefined;
        await notify(topic, userIds);
        // Only now: a listener that failed hears of the change again at the next poll.
        seen.set(topic, Math.max(version, seenOf(topic)));
      } catch (error) {
        onError(error);
      }
    }
  }

  let polling: Promise<void> | undefined;
  /** A message came while a look was under way, which may have been too early. */
  let again = false;
  function look(): void {
    polling ??= poll()
      .catch(onError)
      .finally(() => {
        polling = undefined;
        if (!again) return;
        again = false;
        look();
      });
  }
  const timer = setInterval(look, pollMilliseconds);
  timer.unref();
  const unsubscribe = messages?.subscribe(looked, () => {
    if (polling) again = true;
    else look();
  });

  return {
    async announce(topic, userIds) {
      if (userIds?.length === 0) return;
      const version = userIds
        ? await recordCallers(database, userIds)
        : await increase(database.queries, topic, 1);
      try {
        await notify(topic, userIds);
        const before = userIds ? version - userIds.length : seenOf(topic);
        // A version between is another process's, for other users: the next poll reads it.
        if (seenOf(topic) >= before) seen.set(topic, Math.max(version, seenOf(topic)));
      } finally {
        void messages?.publish(looked, topic);
      }
    },
    async announceWithin(transaction, userIds) {
      await recordCallersIn(transaction, userIds);
    },
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    stop() {
      clearInterval(timer);
      unsubscribe?.();
    },
  };
}

async function readVersions(database: Database): Promise<Map<string, number>> {
  const rows = await database.queries.selectFrom("change_versions").select(["topic", "version"]).execute();
  return new Map(rows.map((row) => [row.topic, row.version]));
}

/** Raises a topic's version; whoever raises it too waits for the end of this transaction. */
async function increase(queries: Queries, topic: ChangeTopic, count: number): Promise<number> {
  const { version } = await queries
    .insertInto("change_versions")
    .values({ topic, version: count })
    .onConflict((conflict) =>
      conflict.column("topic").doUpdateSet({ version: sql`change_versions.version + ${count}` }),
    )
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** One version for each user, in the transaction that raises the version: who sees the version sees the users. */
function recordCallers(database: Database, userIds: readonly number[]): Promise<number> {
  return database.transaction((queries) => recordCallersIn(queries, userIds));
}

async function recordCallersIn(queries: TransactionQueries, userIds: readonly number[]): Promise<number> {
  const version = await increase(queries, "callers", userIds.length);
  const rows = userIds.map((userId, index) => ({ version: version - index, user_id: userId }));
  await queries.insertInto("caller_changes").values(rows).execute();
  await queries
    .deleteFrom("caller_changes")
    .where("version", "<=", version - keptVersions)
    .execute();
  return version;
}

/** The users whose callers changed after one version and until another; undefined if some version names no user. */
async function readChangedUsers(
  database: Database,
  after: number,
  until: number,
): Promise<number[] | undefined> {
  if (until - after > keptVersions) return undefined;
  const rows = await database.queries
    .selectFrom("caller_changes")
    .select("user_id")
    .where("version", ">", after)
    .where("version", "<=", until)
    .execute();
  return rows.length === until - after ? rows.map((row) => row.user_id) : undefined;
}
