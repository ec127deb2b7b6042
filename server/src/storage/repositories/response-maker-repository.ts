import type { Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { ResponseMakersTable } from "../tables/response-makers.ts";

export type ResponseMakerRow = Selectable<ResponseMakersTable>;
export type ResponseMakerRepository = ReturnType<typeof createResponseMakerRepository>;

/** Reads and clears; rows are written by the writer thread (`writer/maker-store.ts`). */
export function createResponseMakerRepository(queries: Queries) {
  return {
    /** Those of the ids that are known, in no order. At most some hundreds at once. */
    findAll: (ids: readonly string[]): Promise<ResponseMakerRow[]> =>
      queries.selectFrom("response_makers").selectAll().where("id", "in", ids).execute(),

    /** Deletes the oldest rows of before `time` (epoch seconds), at most `limit`; says how many. */
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
