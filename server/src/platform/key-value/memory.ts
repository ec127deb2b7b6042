import type { KeyValue } from "./key-value.ts";
import { createTopics } from "./topics.ts";

interface Entry {
  value: string;
  until: number;
  bytes: number;
}

/** Overhead of an entry in addition to its characters. */
const entryBytes = 128;

/**
 * Values of one process: at most `bytesMost` of them, the least recently used are evicted. A value that alone takes
 * more than a tenth of the limit is not stored: it would evict everything else.
 * @param now milliseconds of a monotonic clock
 */
export function createMemoryKeyValue(
  bytesMost: number,
  now: () => number,
): KeyValue & { readonly bytes: number } {
  /** The least recently used first. */
  const entries = new Map<string, Entry>();
  const topics = createTopics();
  let bytes = 0;

  function remove(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    entries.delete(key);
    bytes -= entry.bytes;
    return entry;
  }

  function put(key: string, entry: Entry): void {
    entries.set(key, entry);
    bytes += entry.bytes;
  }

  return {
    shared: false,
    get bytes() {
      return bytes;
    },

    async get(key) {
      const entry = remove(key);
      if (!entry || entry.until <= now()) return undefined;
      put(key, entry);
      return entry.value;
    },

    async set(key, value, ttlSeconds) {
      remove(key);
      const size = 2 * (key.length + value.length) + entryBytes;
      if (size > bytesMost / 10) return;
      put(key, { value, until: now() + ttlSeconds * 1000, bytes: size });
      for (const oldest of entries.keys()) {
        if (bytes <= bytesMost) break;
        remove(oldest);
      }
    },

    async delete(key) {
      remove(key);
    },

    async publish(topic, message) {
      topics.publish(topic, message);
    },

    subscribe: topics.add,

    async close() {
      entries.clear();
      bytes = 0;
    },
  };
}
