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
  let subscriber: ReturnType<RedisConnection["duplicate"]> | undefined;

  function listen(topic: string): void {
    if (!subscriber) {
      subscriber = connection.duplicate();
      subscriber.on("message", (channel: string, text: string) => {
        if (!text.startsWith(self)) topics.publish(channel.slice(prefix.length), text.slice(idLength));
      });
    }
    // It waits for the connection and is renewed with it; it ends with the process.
    subscriber.subscribe(prefix + topic).catch(() => {});
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
      if (!topics.has(topic)) listen(topic);
      return topics.add(topic, listener);
    },

    async close() {
      subscriber?.disconnect();
      await connection.close();
    },
  };
}
