import type { Insertable, Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { CapturesTable, CaptureTargetsTable } from "../tables/captures.ts";

export type CaptureRow = Selectable<CapturesTable>;
export type CaptureTargetRow = Selectable<CaptureTargetsTable>;
export type CaptureRepository = ReturnType<typeof createCaptureRepository>;

/** The targets that are captured at a time (epoch seconds). */
export async function captureTargetsAt(queries: Queries, now: number): Promise<CaptureTargetRow[]> {
  return queries.selectFrom("capture_targets").selectAll().where("until", ">", now).orderBy("id").execute();
}

/** Captured bodies and active captures. */
export function createCaptureRepository(queries: Queries) {
  return {
    /** Starts or extends a capture. */
    putTarget: (row: Insertable<CaptureTargetsTable>): Promise<CaptureTargetRow> =>
      queries
        .insertInto("capture_targets")
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(["kind", "target_id"]).doUpdateSet({
            until: row.until,
            created_at: row.created_at,
            created_by: row.created_by,
          }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),

    findTarget: (id: number): Promise<CaptureTargetRow | undefined> =>
      queries.selectFrom("capture_targets").selectAll().where("id", "=", id).executeTakeFirst(),

    deleteTarget: async (id: number): Promise<void> => {
      await queries.deleteFrom("capture_targets").where("id", "=", id).execute();
    },

    /** Names of tokens and channels, with the owners of the tokens; deleted ones are missing. */
    tokensOf: (ids: number[]): Promise<{ id: number; name: string; user_id: number }[]> =>
      queries
        .selectFrom("tokens")
        .select(["id", "name", "user_id"])
        .where("id", "in", [0, ...ids])
        .where("deleted_time", "=", 0)
        .execute(),

    channelsOf: (ids: number[]): Promise<{ id: number; name: string }[]> =>
      queries
        .selectFrom("channels")
        .select(["id", "name"])
        .where("id", "in", [0, ...ids])
        .where("deleted_time", "=", 0)
        .execute(),

    insert: async (row: Insertable<CapturesTable>): Promise<void> => {
      await queries
        .insertInto("captures")
        .values(row)
        .onConflict((conflict) => conflict.column("request_id").doNothing())
        .execute();
    },

    find: (requestId: string): Promise<CaptureRow | undefined> =>
      queries.selectFrom("captures").selectAll().where("request_id", "=", requestId).executeTakeFirst(),

    /** Without the bodies. */
    findHead: (requestId: string): Promise<Pick<CaptureRow, "created_at" | "head" | "user_id"> | undefined> =>
      queries
        .selectFrom("captures")
        .select(["created_at", "head", "user_id"])
        .where("request_id", "=", requestId)
        .executeTakeFirst(),

    /** Deletes the oldest ones older than `time` (epoch seconds), at most `limit`; returns how many. */
    deleteBefore: async (time: number, limit: number): Promise<number> => {
      const oldest = queries
        .selectFrom("captures")
        .select("request_id")
        .where("created_at", "<", time)
        .orderBy("created_at")
        .limit(limit);
      const result = await queries
        .deleteFrom("captures")
        .where("request_id", "in", oldest)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },

    /** Bytes of all sealed bodies together. */
    totalBytes: async (): Promise<number> => {
      const { total } = await queries
        .selectFrom("captures")
        .select((b) => b.fn.sum<number | null>("bytes").as("total"))
        .executeTakeFirstOrThrow();
      return Number(total ?? 0);
    },
  };
}
