import { Redis, type RedisOptions } from "ioredis";

/**
 * A Redis that may be slow or away. Slow is worse than away, since everybody waits for it: an answer has a tenth of a second, and
 * after five failures in a row nobody asks for ten seconds, then one asks for all.
 */
export interface RedisConnection {
  /** False: do not even try, `run` would answer `undefined` at once. */
  readonly usable: boolean;
  /**
   * What the work gives; undefined if Redis failed or took too long. Never rejects.
   * @param onLate hears of a result that came after the time: what it did must be undone
   */
  run<T>(work: (redis: Redis) => Promise<T>, onLate?: (result: T) => void): Promise<T | undefined>;
  /** A connection for subscriptions, which takes no other commands. */
  duplicate(): Redis;
  /** What was sent before still arrives. */
  close(): Promise<void>;
}

export interface RedisTerms {
  /** `redis://`, `rediss://` or the path of a socket. */
  url: string;
  /** Milliseconds that never run back. */
  now: () => number;
  /** Called when the rest begins, with its cause, and when Redis is back. */
  onChange: (usable: boolean, cause: unknown) => void;
  /** Milliseconds for one answer. */
  deadline?: number;
}

const defaultDeadline = 100;
const failuresToRest = 5;
const restMilliseconds = 10_000;
const longestReconnect = 5000;

const options = {
  lazyConnect: true,
  connectTimeout: 2000,
  // What cannot be sent now is of no use later, and what was sent once must not count twice.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt: number) => Math.min(attempt * 200, longestReconnect),
} satisfies RedisOptions;

/** Connects, and waits for it no longer than the connection may take: without Redis everything works, alone. */
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
      // Subscriptions wait for the connection, however long it takes.
      const copy = redis.duplicate({ ...options, enableOfflineQueue: true, maxRetriesPerRequest: null });
      copy.on("error", () => {});
      return copy;
    },

    async close() {
      redis.disconnect();
    },
  };
}

/** Closed: everybody asks. Open: nobody. After the rest one asks for all. */
function createCircuit({ now, onChange }: RedisTerms) {
  let failures = 0;
  let restsUntil = 0;
  let trying = false;
  return {
    admits: (): boolean => restsUntil === 0 || (!trying && restsUntil <= now()),
    begin(): void {
      if (restsUntil > 0) trying = true;
    },
    succeed(): void {
      failures = 0;
      trying = false;
      if (restsUntil === 0) return;
      restsUntil = 0;
      onChange(true, undefined);
    },
    /** @param atOnce there is no connection to begin with */
    fail(cause: unknown, atOnce = false): void {
      failures += 1;
      trying = false;
      const restedBefore = restsUntil > 0;
      if (!restedBefore && !atOnce && failures < failuresToRest) return;
      restsUntil = now() + restMilliseconds;
      if (!restedBefore) onChange(false, cause);
    },
  };
}

/** @throws Error after `milliseconds`, and whatever the work throws */
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
    // If it was this process that stood still, the answer lies at hand and is read before the verdict.
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
