import { sql } from "kysely";
import type { Queries } from "../database.ts";

export interface TokenDayRow {
  token_id: number;
  /** Start of the day in UTC, epoch seconds. */
  day: number;
  quota: number;
}

const ownerRole = sql<number>`(select owner.role from users as owner where owner.id = tokens.user_id)`;

const startOfDay = sql<number>`hour - hour % 86400`;

/** Spending of tokens by day. */
export function createTokenUsageRepository(queries: Queries) {
  return {
    /** Those of `ids` that are the user's own, or whose owner's role is lower than `roleBelow`; undefined: all. */
    readable: async (userId: number, ids: number[], roleBelow: number | undefined): Promise<number[]> => {
      const rows = await queries
        .selectFrom("tokens")
        .select("id")
        .where("id", "in", ids)
        .where("deleted_time", "=", 0)
        .$if(roleBelow !== undefined, (query) =>
          query.where((b) => b.or([b("user_id", "=", userId), sql<boolean>`${ownerRole} < ${roleBelow}`])),
        )
        .execute();
      return rows.map((row) => row.id);
    },

    /** From the day `since` on; days without a call have no row. */
    days: (ids: number[], since: number): Promise<TokenDayRow[]> =>
      queries
        .selectFrom("usage_hourly_tokens")
        .select(["token_id", startOfDay.as("day"), (b) => b.fn.sum<number>("quota").as("quota")])
        .where("token_id", "in", ids)
        .where("hour", ">=", since)
        .groupBy(["token_id", startOfDay])
        .execute(),
  };
}
