/** Users with an uncollected settlement that other processes, and the cached callers, do not have yet. */
export interface UncollectedUsers {
  add(userId: number): void;
  has(userId: number): boolean;
  /** Reloads the user's callers. Logs its errors and never rejects. */
  announce(userId: number): Promise<void>;
  stop(): void;
}

const retryMilliseconds = 1000;

/**
 * Bridges the moment between a settlement and its row in the database. Once the row is committed and announced, every
 * process reads `users.uncollected` with the caller, and the user is removed here.
 * @param flush resolves when everything settled so far is committed
 */
export function createUncollectedUsers(
  flush: () => Promise<void>,
  announceCallers: (userId: number) => Promise<void>,
  onError: (error: unknown) => void,
): UncollectedUsers {
  const users = new Set<number>();
  /** Of these, the users with a settlement since their announcement began. */
  const again = new Set<number>();
  let stopped = false;

  async function announce(userId: number): Promise<boolean> {
    try {
      await announceCallers(userId);
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  async function publish(userId: number): Promise<void> {
    do {
      again.delete(userId);
      await flush();
      while (!stopped && !(await announce(userId)))
        await new Promise((resolve) => setTimeout(resolve, retryMilliseconds).unref());
    } while (again.has(userId));
    users.delete(userId);
  }

  return {
    add(userId) {
      if (users.has(userId)) {
        again.add(userId);
        return;
      }
      users.add(userId);
      void publish(userId);
    },
    has: (userId) => users.has(userId),
    async announce(userId) {
      await announce(userId);
    },
    stop() {
      stopped = true;
    },
  };
}
