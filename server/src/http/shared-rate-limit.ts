import { createHash } from "node:crypto";
import type { RedisConnection } from "../platform/key-value/redis-connection.ts";
import { redisScript, runScript } from "../platform/key-value/redis-script.ts";
import { type RateLimiter, type RateRule, secondsToWait } from "./rate-limit.ts";

/**
 * Counts one request of a key, unless its limit is reached. Time is Redis's own, so that the clocks of the instances do
 * not matter. KEYS: the counter. ARGV: limit, length of the window (ms). Returns: granted (1 or 0), the counts of this
 * window and the previous one, ms of this window that have passed.
 */
const takeScript = redisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit = tonumber(ARGV[1])
local length = tonumber(ARGV[2])
local window = math.floor(now / length)
local into = now - window * length
local stored = redis.call('HMGET', KEYS[1], 'window', 'current', 'previous')
local age = window - tonumber(stored[1] or -10)
local current = age <= 0 and tonumber(stored[2] or 0) or 0
local previous = age <= 0 and tonumber(stored[3] or 0) or age == 1 and tonumber(stored[2] or 0) or 0
if previous * (1 - into / length) + current >= limit then return { 0, current, previous, into } end
redis.call('HSET', KEYS[1], 'window', window, 'current', current + 1, 'previous', previous)
redis.call('PEXPIRE', KEYS[1], 2 * length)
return { 1, current + 1, previous, into }
`);

/**
 * Counts over all instances of one Redis, by the same rule as one process alone. Each process also counts on its own:
 * while Redis is slow or unreachable its own count decides, so that guessing is still slowed, and no request waits
 * longer than the Redis timeout.
 */
export function createSharedRateLimiter(connection: RedisConnection, own: RateLimiter): RateLimiter {
  async function takeShared(key: string, rule: RateRule): Promise<number | undefined> {
    if (!connection.usable) return undefined;
    const answer = await connection.run((redis) =>
      runScript(redis, takeScript, [storedKey(key)], [rule.limit, rule.seconds * 1000]),
    );
    if (answer === undefined) return undefined;
    const [granted = 0, current = 0, previous = 0, into = 0] = (answer as unknown[]).map(Number);
    return granted === 1 ? 0 : secondsToWait({ current, previous }, rule, into / (rule.seconds * 1000));
  }

  return {
    async take(key, rule) {
      const [shared, alone] = await Promise.all([takeShared(key, rule), own.take(key, rule)]);
      return shared ?? alone;
    },

    async forget(key) {
      await own.forget(key);
      // A successful sign-in does not wait for it; a key that cannot be deleted expires.
      void connection.run((redis) => redis.del(storedKey(key)));
    },
  };
}

/** Keys contain names and addresses; hashing hides them from readers of the Redis. */
function storedKey(key: string): string {
  return `tollgate:rate:${createHash("sha256").update(key).digest("base64url")}`;
}
