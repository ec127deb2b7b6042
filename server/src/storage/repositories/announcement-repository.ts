import type { Insertable, Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { AnnouncementsTable } from "../tables/announcements.ts";
import { offsetOf, type PageRequest, type RowPage } from "./list-page.ts";

export type AnnouncementRow = Selectable<AnnouncementsTable>;
export type AnnouncementRepository = ReturnType<typeof createAnnouncementRepository>;

export function createAnnouncementRepository(queries: Queries) {
  return {
    /** Newest first. */
    page: async (request: Pick<PageRequest, "page" | "size">): Promise<RowPage<AnnouncementRow>> => ({
      rows: await queries
        .selectFrom("announcements")
        .selectAll()
        .orderBy("published_time", "desc")
        .orderBy("id", "desc")
        .limit(request.size)
        .offset(offsetOf({ ...request, order: [] }))
        .execute(),
      total: (
        await queries
          .selectFrom("announcements")
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    }),

    has: async (hash: string): Promise<boolean> =>
      (await queries.selectFrom("announcements").select("id").where("hash", "=", hash).executeTakeFirst()) !==
      undefined,

    /** A text that was announced before becomes the newest again. */
    publish: async (row: Omit<Insertable<AnnouncementsTable>, "id">): Promise<void> => {
      await queries
        .insertInto("announcements")
        .values(row)
        .onConflict((conflict) => conflict.column("hash").doUpdateSet({ published_time: row.published_time }))
        .execute();
    },

    /** Replaces the text of `previous`, if that was published at `since` or later; false: it was not. */
    correct: async (
      { hash, text }: Pick<AnnouncementRow, "hash" | "text">,
      previous: string,
      since: number,
    ): Promise<boolean> => {
      const result = await queries
        .updateTable("announcements")
        .set({ hash, text })
        .where("hash", "=", previous)
        .where("published_time", ">=", since)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
  };
}
