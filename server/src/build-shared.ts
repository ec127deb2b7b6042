import { createRateLimiter, type RateLimiter } from "./http/rate-limit.ts";
import type { KeyValue } from "./platform/key-value/key-value.ts";
import { createMemoryKeyValue } from "./platform/key-value/memory.ts";
import { createWorkerKeyValue, type Line } from "./platform/key-value/workers.ts";
import type { Logger } from "./platform/logger.ts";
import type { Limiter } from "./relay/admission/limits.ts";
import { createLocalLimiter } from "./relay/admission/local-limiter.ts";
import { isWorker } from "./run-workers.ts";

/** State that several instances share through Redis, or that each keeps for itself without Redis. */
export interface SharedParts {
  keyValue: KeyValue;
  /** Of model calls. */
  limiter: Limiter;
  /** Of the console's API: limits by address and of failed sign-ins. */
  rateLimiter: RateLimiter;
  close(): Promise<void>;
}

/** Cached responses and bindings of one process. */
const memoryBytes = 64 * 1024 * 1024;

/** Milliseconds, monotonic. */
const now = (): number => performance.timeOrigin + performance.now();

export async function buildShared(redisUrl: string | undefined, logger: Logger): Promise<SharedParts> {
  const local = createLocalLimiter();
  const rateLimiter = createRateLimiter({ milliseconds: now });
  const line = redisUrl === undefined && isWorker() ? lineToPrimary() : undefined;
  if (line) {
    const keyValue = createWorkerKeyValue(line);
    return { keyValue, limiter: local, rateLimiter, close: () => keyValue.close() };
  }
  if (redisUrl === undefined) {
    const keyValue = createMemoryKeyValue(memoryBytes, now);
    return { keyValue, limiter: local, rateLimiter, close: () => keyValue.close() };
  }
  // Loaded only with Redis: the client is large.
  const [{ connectRedis }, { createRedisKeyValue }, { createSharedLimiter }, { createSharedRateLimiter }] =
    await Promise.all([
      import("./platform/key-value/redis-connection.ts"),
      import("./platform/key-value/redis.ts"),
      import("./relay/admission/shared-limiter.ts"),
      import("./http/shared-rate-limit.ts"),
    ]);
  const connection = await connectRedis({
    url: redisUrl,
    now,
    onChange: (usable, cause) => {
      if (usable) logger.info("Redis is available again: limits are shared");
      else logger.warn({ err: cause }, "Redis does not respond in time: each instance limits on its own");
    },
  });
  const limiter = createSharedLimiter(connection, local);
  const keyValue = createRedisKeyValue(connection);
  return {
    keyValue,
    limiter,
    rateLimiter: createSharedRateLimiter(connection, rateLimiter),
    async close() {
      limiter.close();
      await keyValue.close();
    },
  };
}

/** Undefined if no process with an IPC channel started this one. */
function lineToPrimary(): Line | undefined {
  if (!process.send) return undefined;
  return {
    // With a callback, a broken IPC channel does not emit an error that ends the process.
    send: (message) => void process.send?.(message, undefined, undefined, () => {}),
    on: (event, listener) => process.on(event, listener),
  };
}
