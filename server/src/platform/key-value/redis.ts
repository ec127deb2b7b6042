import { randomText } from "../ids.ts";
import type { KeyValue } from "./key-value.ts";
import type { RedisConnection } from "./redis-connection.ts";
import { createTopics } from "./topics.ts";

/** Prefix of our keys in a Redis that others may use too. */
const prefix = "tollgate:";
const idLength = 12;

/**
 * Values and messages shared through Redis. Listeners of this process receive a message even while Redis is
 * unreachable.
 */
export function createRedisKeyValue(connection: RedisConnection): KeyValue {
  const topics = createTopics();
  const self = randomText(idLength);
  const channels = new Set<string>();
  let subscriber: ReturnType<RedisConnection["duplicate"]> | undefined;

  /** Waits for the connection. An error is a lost connection; the next one subscribes again. */
  function listen(names: readonly string[]): void {
    subscriber?.subscribe(...names).catch(() => {});
  }

  function openSubscriber(): void {
    subscriber = connection.duplicate();
    subscriber.on("message", (channel: string, text: string) => {
      if (!text.startsWith(self)) topics.publish(channel.slice(prefix.length), text.slice(idLength));
    });
    // ioredis renews only subscriptions that Redis confirmed, not those that were lost with a connection.
    subscriber.on("ready", () => listen([...channels]));
  }

  return {
    shared: true,

    async get(key) {
      return (await connection.run((redis) => redis.get(prefix + key))) ?? undefined;
    },

    async set(key, value, ttlSeconds) {
      await connection.run((redis) => redis.set(prefix + key, value, "EX", ttlSeconds));
    },

    async delete(key) {
      await connection.run((redis) => redis.del(prefix + key));
    },

    async publish(topic, message) {
      topics.publish(topic, message);
      await connection.run((redis) => redis.publish(prefix + topic, self + message));
    },

    subscribe(topic, listener) {
      if (!topics.has(topic)) {
        channels.add(prefix + topic);
        if (!subscriber) openSubscriber();
        listen([prefix + topic]);
      }
      return topics.add(topic, listener);
    },

    async close() {
      subscriber?.disconnect();
      await connection.close();
    },
  };
}
