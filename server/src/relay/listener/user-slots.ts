import { RelayError } from "../relay-error.ts";

/** Concurrent work of each user in this process. */
export interface UserSlots {
  /** @throws RelayError if the user has as many as allowed */
  enter(userId: number): void;
  leave(userId: number): void;
}

/** A page of images fits; a signed address that was published does not use up the server's connections. */
const filesMost = 64;
const retrySeconds = 5;

export function createFileSlots(most = filesMost): UserSlots {
  const running = new Map<number, number>();
  return {
    enter(userId) {
      const count = running.get(userId) ?? 0;
      if (count >= most)
        throw new RelayError(
          "too_many_at_once",
          `More than ${most} files of this account are sent at the same time. Try again in a moment.`,
          { retryAfter: retrySeconds },
        );
      running.set(userId, count + 1);
    },
    leave(userId) {
      const count = running.get(userId) ?? 0;
      if (count > 1) running.set(userId, count - 1);
      else running.delete(userId);
    },
  };
}
