import type { Options } from "@node-rs/argon2";
import { loadOnce } from "./load-once.ts";
import { createWorkQueue, type WorkQueueLimits } from "./work-queue.ts";

/** Both throw AppError server.busy, without any work done, while too many passwords wait to be hashed. */
export interface Passwords {
  /** argon2id, with its parameters and salt in the text. */
  hash(password: string): Promise<string>;
  /** Without a hash (an unknown name) the same work is done and the result is false. */
  verify(hashed: string | undefined, password: string): Promise<boolean>;
}

/** OWASP's first recommendation: 19 MiB, two passes, one lane; argon2id is the library's default. */
const recommended: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * File and name look-ups need two of the four threads too. A hash takes about 30 ms, so the last one that waits has its
 * turn after a second on an idle core. Beside a busy event loop on the only core the pool has a low priority
 * (`step-back.ts`), and it waits several times as long.
 */
export const hashingLimits: WorkQueueLimits = { running: 2, waiting: 64, retrySeconds: 5 };

/** Loaded with the first password: the library takes 2 MB. */
const hash = async (password: string, cost: Options): Promise<string> =>
  (await import("@node-rs/argon2")).hash(password, cost);
const verify = async (hashed: string, password: string): Promise<boolean> =>
  (await import("@node-rs/argon2")).verify(hashed, password);

/** Only tests lower `cost`. */
export function createPasswords(cost: Options = recommended): Passwords {
  const inTurn = createWorkQueue(hashingLimits);
  const dummy = loadOnce(() => hash("no account has this password", cost));
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: (hashed, password) =>
      inTurn(async () => {
        const known = hashed !== undefined && hashed !== "";
        const right = await verify(known ? hashed : await dummy(), password).catch(() => false);
        return known && right;
      }),
  };
}
