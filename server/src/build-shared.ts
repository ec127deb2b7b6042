import { createRateLimiter, type RateLimiter } from "./http/rate-limit.ts";
import type { KeyValue } from "./platform/key-value/key-value.ts";
import { createMemoryKeyValue } from "./platform/key-value/memory.ts";
import { createWorkerKeyValue, type Line } from "./platform/key-value/workers.ts";
import type { Logger } from "./platform/logger.ts";
import type { Limiter } from "./relay/admission/limits.ts";
import { createLocalLimiter } from "./relay/admission/local-limiter.ts";
import { isWorker } from "./run-workers.ts";

/** What several instances share where there is a Redis, and what each keeps for itself where there is none. */
export interface SharedParts {
  keyValue: KeyValue;
  /** Of calls of models. */
  limiter: Limiter;
  /** Of the console's API: addresses, guesses. */
  rateLimiter: RateLimiter;
  close(): Promise<void>;
}

/** What one process keeps of answers and bindings. */
const memoryBytes = 64 * 1024 * 1024;

/** Milliseconds that never run back. */
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
  // Loaded only where there is a Redis: the client is not small.
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
      if (usable) logger.info("Redis answers again: limits are shared");
      else logger.warn({ err: cause }, "Redis does not answer in time: each instance limits alone");
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

/** Undefined where nobody started this process with a line to it. */
function lineToPrimary(): Line | undefined {
  if (!process.send) return undefined;
  return {
    // Told to its callback, a broken line is no event that ends the process.
    send: (message) => void process.send?.(message, undefined, undefined, () => {}),
    on: (event, listener) => process.on(event, listener),
  };
}
