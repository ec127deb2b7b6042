import type { Insertable, Selectable, Updateable } from "kysely";
import type { Queries } from "../database.ts";
import type { NoticeChannelsTable } from "../tables/notices.ts";
import { offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";

export type NoticeChannelRow = Selectable<NoticeChannelsTable>;
export type NoticeChannelRepository = ReturnType<typeof createNoticeChannelRepository>;

const orderable = ["id", "name", "type", "enable", "created_time", "last_sent_time"];

export function createNoticeChannelRepository(queries: Queries) {
  const filtered = (type: string) => {
    const all = queries.selectFrom("notice_channels");
    return type === "" ? all : all.where("type", "=", type);
  };
  const heldBy = (id: number, holder: string) =>
    queries.updateTable("notice_channels").where("id", "=", id).where("holder", "=", holder);
  return {
    /** An empty type does not filter. */
    page: async (request: PageRequest, type: string): Promise<RowPage<NoticeChannelRow>> => ({
      rows: await orderBy(filtered(type).selectAll(), request.order, orderable, "id")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute(),
      total: (
        await filtered(type)
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    }),

    /** Every channel; there are few. */
    all: (): Promise<NoticeChannelRow[]> =>
      queries.selectFrom("notice_channels").selectAll().orderBy("id").execute(),

    find: (id: number): Promise<NoticeChannelRow | undefined> =>
      queries.selectFrom("notice_channels").selectAll().where("id", "=", id).executeTakeFirst(),

    insert: (row: Insertable<NoticeChannelsTable>): Promise<NoticeChannelRow> =>
      queries.insertInto("notice_channels").values(row).returningAll().executeTakeFirstOrThrow(),

    /** Undefined if it is gone, or its configuration has changed since it was read. */
    update: (
      { id, config_encrypted }: Pick<NoticeChannelRow, "id" | "config_encrypted">,
      change: Updateable<NoticeChannelsTable>,
    ): Promise<NoticeChannelRow | undefined> =>
      queries
        .updateTable("notice_channels")
        .set(change)
        .where("id", "=", id)
        .where("config_encrypted", "=", config_encrypted)
        .returningAll()
        .executeTakeFirst(),

    /** False if it is gone already. */
    delete: async (id: number): Promise<boolean> =>
      (await queries
        .deleteFrom("notice_channels")
        .where("id", "=", id)
        .returning("id")
        .executeTakeFirst()) !== undefined,

    /** Claims the channel for sending; false while another process sends. */
    hold: async (
      id: number,
      holder: string,
      { now, until }: { now: number; until: number },
    ): Promise<boolean> =>
      (await queries
        .updateTable("notice_channels")
        .set({ holder, held_until: until })
        .where("id", "=", id)
        .where((b) => b.or([b("holder", "=", ""), b("held_until", "<", now)]))
        .returning("id")
        .executeTakeFirst()) !== undefined,

    /** False: another sender took over. */
    renew: async (id: number, holder: string, until: number): Promise<boolean> =>
      (await heldBy(id, holder).set({ held_until: until }).returning("id").executeTakeFirst()) !== undefined,

    release: async (id: number, holder: string): Promise<void> => {
      await heldBy(id, holder).set({ holder: "", held_until: 0 }).execute();
    },

    /** Result of its last attempt. */
    noteTry: async (
      id: number,
      outcome: { last_sent_time: number; last_error: "" } | { last_error: string },
    ): Promise<void> => {
      await queries.updateTable("notice_channels").set(outcome).where("id", "=", id).execute();
    },
  };
}
