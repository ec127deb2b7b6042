import type { SpendingReader } from "../relay/ports.ts";
import type { Database } from "../storage/database.ts";

/** Reads limit and spending of a token from the database, or of its user if the token has no limit. */
export function createSpendingReader(database: Database): SpendingReader {
  return {
    async read(caller) {
      if (!caller.tokenUnlimited) {
        const token = await database.queries
          .selectFrom("tokens")
          .select(["remain_quota", "used_quota"])
          .where("id", "=", caller.tokenId)
          .executeTakeFirst();
        return { remaining: token?.remain_quota ?? 0, used: token?.used_quota ?? 0 };
      }
      const user = await database.queries
        .selectFrom("users")
        .select(["quota", "used_quota"])
        .where("id", "=", caller.userId)
        .executeTakeFirst();
      return { remaining: user?.quota ?? 0, used: user?.used_quota ?? 0 };
    },
  };
}
