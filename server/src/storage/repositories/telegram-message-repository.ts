import type { Insertable, Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { TelegramMessagesTable } from "../tables/telegram.ts";

export type TelegramMessageRow = Selectable<TelegramMessagesTable>;
export type TelegramMessageRepository = ReturnType<typeof createTelegramMessageRepository>;

/** Messages that wait for the bot. The process that leads the bot sends them. */
export function createTelegramMessageRepository(queries: Queries) {
  return {
    insert: async (row: Insertable<TelegramMessagesTable>): Promise<void> => {
      await queries.insertInto("telegram_messages").values(row).execute();
    },

    /** The longest waiting ones that are due. */
    due: (now: number, most: number): Promise<TelegramMessageRow[]> =>
      queries
        .selectFrom("telegram_messages")
        .selectAll()
        .where("next_time", "<=", now)
        .orderBy("next_time")
        .orderBy("id")
        .limit(most)
        .execute(),

    /** Claims one attempt, which ends by deleting the row or at `until`; false after a concurrent claim. */
    take: async (id: number, seenNextTime: number, until: number): Promise<boolean> =>
      (await queries
        .updateTable("telegram_messages")
        .set((b) => ({ attempts: b("attempts", "+", 1), next_time: until }))
        .where("id", "=", id)
        .where("next_time", "=", seenNextTime)
        .returning("id")
        .executeTakeFirst()) !== undefined,

    /** How many wait for one chat. */
    waiting: async (chatId: string): Promise<number> =>
      (
        await queries
          .selectFrom("telegram_messages")
          .select((b) => b.fn.countAll<number>().as("count"))
          .where("chat_id", "=", chatId)
          .executeTakeFirstOrThrow()
      ).count,

    delete: async (id: number): Promise<void> => {
      await queries.deleteFrom("telegram_messages").where("id", "=", id).execute();
    },
  };
}
