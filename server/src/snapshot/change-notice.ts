import { sql } from "kysely";
import type { KeyValue } from "../platform/key-value/key-value.ts";
import { compileOnce } from "../storage/compile-once.ts";
import type { Database, Queries, TransactionQueries } from "../storage/database.ts";

/** Configuration that can change at runtime. `callers`: users and tokens. */
export const changeTopics = ["channels", "prices", "groups", "settings", "callers"] as const;
export type ChangeTopic = (typeof changeTopics)[number];

/** `userIds`: users whose callers changed; undefined: all users, as for every other topic. */
export type ChangeListener = (userIds: readonly number[] | undefined) => void | Promise<void>;

/** Notifies every part of every process that the configuration changed. */
export interface ChangeNotice {
  /**
   * Runs this process's listeners before it returns. Other processes notice immediately if they share messages, else
   * within half a second.
   * @param userIds of the topic `callers`: the users whose account or tokens changed; all users if absent
   */
  announce(topic: ChangeTopic, userIds?: readonly number[]): Promise<void>;
  /**
   * Announces changed callers within a transaction: after a commit, every process notices within half a second, this
   * one included; after a rollback, none does. Other announcements of callers wait for its end.
   */
  announceWithin(transaction: TransactionQueries, userIds: readonly number[]): Promise<void>;
  subscribe(topic: ChangeTopic, listener: ChangeListener): void;
  stop(): void;
}

const pollMilliseconds = 500;
/** Messages with which processes trigger each other's poll. */
const looked = "changes";
/** Versions with stored users. A process that missed more of them drops every caller. */
const keptVersions = 1000;

/**
 * Notices changes through a table of counters that every process polls: one tiny query twice a second, no further
 * service.
 * A message only triggers a poll, so a lost, repeated or late one does no harm.
 */
export async function createChangeNotice(
  database: Database,
  onError: (error: unknown) => void,
  messages?: Pick<KeyValue, "publish" | "subscribe">,
): Promise<ChangeNotice> {
  const listeners = new Map<ChangeTopic, ChangeListener[]>();
  const readVersions = versionsReader(database.queries);
  const seen = await readVersions();

  async function notify(topic: ChangeTopic, userIds?: readonly number[]): Promise<void> {
    for (const listener of listeners.get(topic) ?? []) await listener(userIds);
  }

  const seenOf = (topic: ChangeTopic): number => seen.get(topic) ?? 0;

  async function poll(): Promise<void> {
    const versions = await readVersions();
    for (const topic of changeTopics) {
      const version = versions.get(topic);
      if (version === undefined || version <= seenOf(topic)) continue;
      try {
        const userIds =
          topic === "callers" ? await readChangedUsers(database, seenOf(topic), version) : undefined;
        await notify(topic, userIds);
        // Only now: a failed listener is notified again at the next poll.
        seen.set(topic, Math.max(version, seenOf(topic)));
      } catch (error) {
        onError(error);
      }
    }
  }

  let polling: Promise<void> | undefined;
  /** A message came during a poll, which may have been too early. */
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
        // Another process wrote a version in between, for other users: the next poll reads it.
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

function versionsReader(queries: Queries): () => Promise<Map<string, number>> {
  const question = compileOnce({}, () => queries.selectFrom("change_versions").select(["topic", "version"]));
  return async () => {
    const { rows } = await queries.executeQuery(question({}));
    return new Map(rows.map((row) => [row.topic, row.version]));
  };
}

/** Raises a topic's version; others that raise it wait for the end of this transaction. */
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

/**
 * One version per user, in the transaction that raises the version: a process that reads the version also reads the
 * users.
 */
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

/** The users whose callers changed between two versions; undefined if some version names no user. */
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
