import type { Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { ResponseOriginsTable } from "../tables/response-origins.ts";

export type ResponseOriginRow = Selectable<ResponseOriginsTable>;
export type ResponseOriginRepository = ReturnType<typeof createResponseOriginRepository>;

/** Reads and deletes; the writer thread writes rows (`writer/origin-store.ts`). */
export function createResponseOriginRepository(queries: Queries) {
  return {
    /** Those of the ids that exist, in no order. At most some hundreds per call. */
    findAll: (ids: readonly string[]): Promise<ResponseOriginRow[]> =>
      queries.selectFrom("response_makers").selectAll().where("id", "in", ids).execute(),

    /** Deletes the oldest rows older than `time` (epoch seconds), at most `limit`; returns how many. */
    deleteBefore: async (time: number, limit: number): Promise<number> => {
      const oldest = queries
        .selectFrom("response_makers")
        .select("id")
        .where("created_at", "<", time)
        .orderBy("created_at")
        .limit(limit);
      const result = await queries.deleteFrom("response_makers").where("id", "in", oldest).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
