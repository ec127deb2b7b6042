import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Queries } from "../database.ts";
import type { UserGroupsTable } from "../tables/user-groups.ts";
import { containsText, offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";

export type UserGroupRow = Selectable<UserGroupsTable>;
export type NewUserGroup = Insertable<UserGroupsTable>;
export type UserGroupChange = Omit<Updateable<UserGroupsTable>, "id" | "symbol">;
export type UserGroupRepository = ReturnType<typeof createUserGroupRepository>;

const columns = [
  "id",
  "symbol",
  "name",
  "ratio",
  "api_rate",
  "tokens_per_minute",
  "concurrency",
  "public",
  "promotion",
  "min",
  "max",
  "enable",
] as const;
const orderable = ["id", "symbol", "name", "ratio", "api_rate", "enable"];

/** Number of living rows that name a group. */
export interface GroupUse {
  users: number;
  tokens: number;
  channels: number;
}
export type UsedGroupRow = UserGroupRow & GroupUse;

const users = sql<number>`(select count(*) from users where users."group" = user_groups.symbol and users.deleted_time = 0)`;
const tokens = sql<number>`(select count(*) from tokens where (tokens."group" = user_groups.symbol or tokens.backup_group = user_groups.symbol) and tokens.deleted_time = 0)`;
/**
 * Channels store their groups as JSON text; of the characters of a symbol, only `_` has a special meaning in a pattern.
 */
const channels = sql<number>`(select count(*) from channels where channels.deleted_time = 0 and channels.groups like '%"' || replace(user_groups.symbol, '_', '\\_') || '"%' escape '\\')`;
const usedColumns = [...columns, users.as("users"), tokens.as("tokens"), channels.as("channels")] as const;

export function createUserGroupRepository(queries: Queries) {
  const filtered = (keyword: string) => {
    const all = queries.selectFrom("user_groups");
    if (keyword === "") return all;
    return all.where((b) =>
      b.or([
        containsText<"user_groups">(b, "symbol", keyword),
        containsText<"user_groups">(b, "name", keyword),
      ]),
    );
  };
  return {
    find: (id: number): Promise<UserGroupRow | undefined> =>
      queries.selectFrom("user_groups").select(columns).where("id", "=", id).executeTakeFirst(),

    findBySymbol: (symbol: string): Promise<UserGroupRow | undefined> =>
      queries.selectFrom("user_groups").select(columns).where("symbol", "=", symbol).executeTakeFirst(),

    all: (): Promise<UserGroupRow[]> =>
      queries.selectFrom("user_groups").select(columns).orderBy("id").execute(),

    use: async (id: number): Promise<GroupUse | undefined> =>
      queries
        .selectFrom("user_groups")
        .select([users.as("users"), tokens.as("tokens"), channels.as("channels")])
        .where("id", "=", id)
        .executeTakeFirst(),

    page: async (request: PageRequest, keyword: string): Promise<RowPage<UsedGroupRow>> => ({
      rows: await orderBy(filtered(keyword).select(usedColumns), request.order, orderable, "id")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute(),
      total: (
        await filtered(keyword)
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    }),

    /** The new id; undefined if the symbol is taken. */
    insert: async (row: NewUserGroup): Promise<number | undefined> =>
      (
        await queries
          .insertInto("user_groups")
          .values(row)
          .onConflict((conflict) => conflict.column("symbol").doNothing())
          .returning("id")
          .executeTakeFirst()
      )?.id,

    /** Keeps an existing group of the same symbol. */
    insertMissing: async (rows: NewUserGroup[]): Promise<void> => {
      await queries
        .insertInto("user_groups")
        .values(rows)
        .onConflict((conflict) => conflict.column("symbol").doNothing())
        .execute();
    },

    update: async (id: number, change: UserGroupChange): Promise<void> => {
      await queries.updateTable("user_groups").set(change).where("id", "=", id).execute();
    },

    setRatio: async (symbol: string, ratio: number): Promise<void> => {
      await queries.updateTable("user_groups").set({ ratio }).where("symbol", "=", symbol).execute();
    },

    delete: async (id: number): Promise<void> => {
      await queries.deleteFrom("user_groups").where("id", "=", id).execute();
    },
  };
}
