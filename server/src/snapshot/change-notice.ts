import { sql } from "kysely";
import type { KeyValue } from "../platform/key-value/key-value.ts";
import type { Database } from "../storage/database.ts";

/** What can change under a running process. `callers`: users and tokens. */
export const changeTopics = ["channels", "prices", "groups", "settings", "callers"] as const;
export type ChangeTopic = (typeof changeTopics)[number];

/** Tells every part of every process that configuration changed. */
export interface ChangeNotice {
  /** Runs this process's listeners before it returns; other processes notice at once where they share messages, else within half a second. */
  announce(topic: ChangeTopic): Promise<void>;
  subscribe(topic: ChangeTopic, listener: () => void | Promise<void>): void;
  stop(): void;
}

const pollMilliseconds = 500;
/** Where processes that share messages tell each other to look. */
const looked = "changes";

/**
 * Notices through a table of counters that every process polls: one tiny query twice a second, no further service. A message only says that
 * it is time to look, so that one which is lost, doubled or late does no harm.
 */
export async function createChangeNotice(
  database: Database,
  onError: (error: unknown) => void,
  messages?: Pick<KeyValue, "publish" | "subscribe">,
): Promise<ChangeNotice> {
  const listeners = new Map<ChangeTopic, (() => void | Promise<void>)[]>();
  const seen = await readVersions(database);

  async function notify(topic: ChangeTopic): Promise<void> {
    for (const listener of listeners.get(topic) ?? []) await listener();
  }

  async function poll(): Promise<void> {
    const versions = await readVersions(database);
    for (const topic of changeTopics) {
      const version = versions.get(topic);
      if (version === undefined || version <= (seen.get(topic) ?? 0)) continue;
      try {
        await notify(topic);
        // Only now: a listener that failed hears of the change again at the next poll.
        seen.set(topic, version);
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
    async announce(topic) {
      const row = await database.queries
        .insertInto("change_versions")
        .values({ topic, version: 1 })
        .onConflict((conflict) =>
          conflict.column("topic").doUpdateSet({ version: sql`change_versions.version + 1` }),
        )
        .returning("version")
        .executeTakeFirstOrThrow();
      try {
        await notify(topic);
        seen.set(topic, Math.max(row.version, seen.get(topic) ?? 0));
      } finally {
        void messages?.publish(looked, topic);
      }
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
