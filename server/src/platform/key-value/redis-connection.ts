import { Redis, type RedisOptions } from "ioredis";

/**
 * A Redis that may be slow or unreachable. Slow is worse than unreachable, since every caller waits: a command has a
 * tenth of a second, and after five failures in a row the circuit is open for ten seconds, then one command probes.
 */
export interface RedisConnection {
  /** False: do not try, `run` would return `undefined` immediately. */
  readonly usable: boolean;
  /**
   * The result of the work; undefined if Redis failed or took too long. Never rejects.
   * @param onLate receives a result that came after the timeout: its effect must be undone
   */
  run<T>(work: (redis: Redis) => Promise<T>, onLate?: (result: T) => void): Promise<T | undefined>;
  /** A connection for subscriptions, which takes no other commands. */
  duplicate(): Redis;
  /** Commands that were sent before still arrive. */
  close(): Promise<void>;
}

export interface RedisTerms {
  /** `redis://`, `rediss://` or the path of a socket. */
  url: string;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** Called when the circuit opens, with its cause, and when Redis is back. */
  onChange: (usable: boolean, cause: unknown) => void;
  /** Milliseconds per command. */
  deadline?: number;
}

const defaultDeadline = 100;
const failuresToOpen = 5;
const cooldownMilliseconds = 10_000;
const longestReconnect = 5000;

const options = {
  lazyConnect: true,
  connectTimeout: 2000,
  // A command that cannot be sent now is of no use later, and one that was sent must not count twice.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt: number) => Math.min(attempt * 200, longestReconnect),
} satisfies RedisOptions;

/** Connects, and waits for it no longer than the connection timeout: without Redis each process works on its own. */
export async function connectRedis(terms: RedisTerms): Promise<RedisConnection> {
  const redis = new Redis(terms.url, options);
  const circuit = createCircuit(terms);
  let lastError: unknown;
  redis.on("error", (error) => (lastError = error));
  await redis.connect().catch((error: unknown) => circuit.fail(lastError ?? error, true));

  return {
    get usable() {
      return circuit.admits();
    },

    run<T>(work: (redis: Redis) => Promise<T>, onLate?: (result: T) => void): Promise<T | undefined> {
      if (!circuit.admits()) return Promise.resolve(undefined);
      circuit.begin();
      return withDeadline(work(redis), terms.deadline ?? defaultDeadline, onLate).then(
        (result) => {
          circuit.succeed();
          return result;
        },
        (error: unknown) => {
          circuit.fail(redis.status === "ready" ? error : (lastError ?? error));
          return undefined;
        },
      );
    },

    duplicate: () => {
      // Subscriptions wait for the connection without a limit.
      const copy = redis.duplicate({ ...options, enableOfflineQueue: true, maxRetriesPerRequest: null });
      copy.on("error", () => {});
      return copy;
    },

    async close() {
      redis.disconnect();
    },
  };
}

/** Closed: every command is sent. Open: none. After the cooldown one probes for all. */
function createCircuit({ now, onChange }: RedisTerms) {
  let failures = 0;
  let openUntil = 0;
  let trying = false;
  return {
    admits: (): boolean => openUntil === 0 || (!trying && openUntil <= now()),
    begin(): void {
      if (openUntil > 0) trying = true;
    },
    succeed(): void {
      failures = 0;
      trying = false;
      if (openUntil === 0) return;
      openUntil = 0;
      onChange(true, undefined);
    },
    /** @param unconnected there is no connection yet */
    fail(cause: unknown, unconnected = false): void {
      failures += 1;
      trying = false;
      const wasOpen = openUntil > 0;
      if (!wasOpen && !unconnected && failures < failuresToOpen) return;
      openUntil = now() + cooldownMilliseconds;
      if (!wasOpen) onChange(false, cause);
    },
  };
}

/** @throws Error after `milliseconds`, and any error of the work */
function withDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  onLate: ((result: T) => void) | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let over = false;
    const expire = () => {
      if (over) return;
      over = true;
      reject(new Error(`Redis did not answer within ${milliseconds} ms`));
    };
    // If this process itself was blocked, the reply is already in the socket buffer and is read first.
    const timer = setTimeout(() => setImmediate(expire), milliseconds);
    work.then(
      (result) => {
        clearTimeout(timer);
        if (over) onLate?.(result);
        else resolve(result);
        over = true;
      },
      (error: unknown) => {
        clearTimeout(timer);
        over = true;
        reject(error);
      },
    );
  });
}
