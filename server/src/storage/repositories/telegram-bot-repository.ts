import type { Queries } from "../database.ts";
import type { TelegramBotsTable } from "../tables/telegram.ts";

export type TelegramBotRepository = ReturnType<typeof createTelegramBotRepository>;

/** State of this server's bots, and the updates that it received. */
export function createTelegramBotRepository(queries: Queries) {
  return {
    find: (botId: number): Promise<TelegramBotsTable | undefined> =>
      queries.selectFrom("telegram_bots").selectAll().where("bot_id", "=", botId).executeTakeFirst(),

    save: async (row: TelegramBotsTable): Promise<void> => {
      const { username, commands_hash } = row;
      await queries
        .insertInto("telegram_bots")
        .values(row)
        .onConflict((conflict) => conflict.column("bot_id").doUpdateSet({ username, commands_hash }))
        .execute();
    },

    /** Records an update; false if a process already did. One statement, so that of several processes one wins. */
    takeUpdate: async (botId: number, updateId: number, now: number): Promise<boolean> =>
      (await queries
        .insertInto("telegram_updates")
        .values({ bot_id: botId, update_id: updateId, received_time: now })
        .onConflict((conflict) => conflict.columns(["bot_id", "update_id"]).doNothing())
        .returning("update_id")
        .executeTakeFirst()) !== undefined,

    forgetUpdates: async (before: number): Promise<void> => {
      await queries.deleteFrom("telegram_updates").where("received_time", "<", before).execute();
    },
  };
}
