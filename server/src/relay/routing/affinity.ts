import type { RouteTarget } from "../exchange.ts";

/**
 * The channel and key with a conversation's prompt cache. A hint in one process's memory: the reader checks that the
 * target still serves the model and is not cooling down. Only useful if there is a choice.
 */
export interface Affinity {
  /** `conversation` is a `conversationKey`. Reading extends it by five minutes. */
  find(conversation: number): RouteTarget | undefined;
  /** After a success. */
  remember(conversation: number, target: RouteTarget): void;
  /** After a failure there: the next turn may use any channel. */
  forget(conversation: number): void;
  readonly size: number;
}

interface Entry extends RouteTarget {
  usedAt: number;
  /** Calls in the minute that began then. */
  minuteBegan: number;
  calls: number;
}

/** Vendors keep a prompt cache for five minutes after its last use. */
const lifetime = 5 * 60_000;
const entriesMost = 50_000;
const minute = 60_000;
/**
 * Maximum calls of one conversation. More calls are many callers with the same opening, which are distributed as usual.
 */
const callsPerMinute = 60;

/** @param now milliseconds, monotonic */
export function createAffinity(now: () => number): Affinity {
  /** Least recently used first. */
  const entries = new Map<number, Entry>();

  function isCrowded(entry: Entry, at: number): boolean {
    if (at - entry.minuteBegan >= minute) {
      entry.minuteBegan = at;
      entry.calls = 0;
    }
    entry.calls += 1;
    return entry.calls > callsPerMinute;
  }

  function put(conversation: number, entry: Entry): void {
    entries.delete(conversation);
    entries.set(conversation, entry);
  }

  return {
    find(conversation) {
      const entry = entries.get(conversation);
      if (!entry) return undefined;
      const at = now();
      if (at - entry.usedAt >= lifetime) {
        entries.delete(conversation);
        return undefined;
      }
      entry.usedAt = at;
      put(conversation, entry);
      return isCrowded(entry, at) ? undefined : { channelId: entry.channelId, key: entry.key };
    },

    remember(conversation, { channelId, key }) {
      const at = now();
      const known = entries.get(conversation);
      if (known) {
        Object.assign(known, { channelId, key, usedAt: at });
        put(conversation, known);
        return;
      }
      if (entries.size >= entriesMost) {
        for (const oldest of entries.keys()) {
          entries.delete(oldest);
          break;
        }
      }
      entries.set(conversation, { channelId, key, usedAt: at, minuteBegan: at, calls: 0 });
    },

    forget(conversation) {
      entries.delete(conversation);
    },

    get size() {
      return entries.size;
    },
  };
}
