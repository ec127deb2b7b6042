import type { RouteTarget } from "../exchange.ts";

/**
 * Which channel and key a conversation's prompt cache is at. One process's own memory, a hint and no more: whether the target
 * still serves the model and does not rest is for the asker to check. Worth asking only where there is a choice.
 */
export interface Affinity {
  /** `conversation` is a `conversationKey`. Asking keeps it for another five minutes. */
  find(conversation: number): RouteTarget | undefined;
  /** After a success. */
  remember(conversation: number, target: RouteTarget): void;
  /** After a failure there: the next turn may go anywhere. */
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
/** One conversation does not call more often. What does is a crowd with the same opening, and is spread like any other. */
const callsPerMinute = 60;

/** @param now milliseconds that never run back */
export function createAffinity(now: () => number): Affinity {
  /** The least recently used first. */
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
