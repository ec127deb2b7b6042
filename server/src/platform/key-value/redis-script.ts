import { createHash } from "node:crypto";
import type { Redis } from "ioredis";

/** A script that Redis runs as one step. */
export interface RedisScript {
  text: string;
  sha: string;
}

export function redisScript(text: string): RedisScript {
  return { text, sha: createHash("sha1").update(text).digest("hex") };
}

/**
 * Runs a script by its hash, and sends its text only where Redis does not have it yet.
 * @throws errors of Redis
 */
export async function runScript(
  redis: Redis,
  script: RedisScript,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(script.sha, keys.length, ...keys, ...values);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
    return redis.eval(script.text, keys.length, ...keys, ...values);
  }
}
