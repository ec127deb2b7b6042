import type { Insertable, Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { TelegramMenusTable } from "../tables/telegram.ts";
import { containsText, offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";

export type TelegramMenuRow = Selectable<TelegramMenusTable>;
export type TelegramMenuRepository = ReturnType<typeof createTelegramMenuRepository>;
type Values = Omit<Insertable<TelegramMenusTable>, "id">;

const orderable = ["id", "command"];

export function createTelegramMenuRepository(queries: Queries) {
  const filtered = (keyword: string) => {
    const all = queries.selectFrom("telegram_menus");
    if (keyword === "") return all;
    return all.where((b) =>
      b.or(
        (["command", "description", "reply_message"] as const).map((column) =>
          containsText<"telegram_menus">(b, column, keyword),
        ),
      ),
    );
  };
  return {
    page: async (request: PageRequest, keyword: string): Promise<RowPage<TelegramMenuRow>> => ({
      rows: await orderBy(filtered(keyword).selectAll(), request.order, orderable, "id")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute(),
      total: (
        await filtered(keyword)
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    }),

    /** Every command with its description, in the order in which they were created. */
    listCommands: () =>
      queries.selectFrom("telegram_menus").select(["command", "description"]).orderBy("id").execute(),

    find: (id: number): Promise<TelegramMenuRow | undefined> =>
      queries.selectFrom("telegram_menus").selectAll().where("id", "=", id).executeTakeFirst(),

    findByCommand: (command: string): Promise<TelegramMenuRow | undefined> =>
      queries.selectFrom("telegram_menus").selectAll().where("command", "=", command).executeTakeFirst(),

    /** Throws a unique violation if the command is taken. */
    insert: (row: Values): Promise<TelegramMenuRow> =>
      queries.insertInto("telegram_menus").values(row).returningAll().executeTakeFirstOrThrow(),

    /** Undefined if there is no such row. Throws a unique violation if the command is taken. */
    update: (id: number, row: Values): Promise<TelegramMenuRow | undefined> =>
      queries.updateTable("telegram_menus").set(row).where("id", "=", id).returningAll().executeTakeFirst(),

    /** The row that was deleted; undefined if there was none. */
    delete: (id: number): Promise<TelegramMenuRow | undefined> =>
      queries.deleteFrom("telegram_menus").where("id", "=", id).returningAll().executeTakeFirst(),
  };
}
