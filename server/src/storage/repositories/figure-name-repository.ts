import type { Queries } from "../database.ts";

export interface NamedThing {
  key: string;
  name: string;
  deleted: boolean;
  /** Name of a token's user; else empty. */
  owner: string;
}

export type FigureNameRepository = ReturnType<typeof createFigureNameRepository>;

/** Names of the groups of statistics, deleted ones included. */
export function createFigureNameRepository(queries: Queries) {
  return {
    users: async (ids: readonly number[]): Promise<NamedThing[]> => {
      if (ids.length === 0) return [];
      const rows = await queries
        .selectFrom("users")
        .select(["id", "username", "deleted_time"])
        .where("id", "in", ids)
        .execute();
      return rows.map((row) => ({
        key: String(row.id),
        name: row.username,
        deleted: row.deleted_time !== 0,
        owner: "",
      }));
    },

    tokens: async (ids: readonly number[]): Promise<NamedThing[]> => {
      if (ids.length === 0) return [];
      const rows = await queries
        .selectFrom("tokens")
        .leftJoin("users", "users.id", "tokens.user_id")
        .select(["tokens.id", "tokens.name", "tokens.deleted_time", "users.username"])
        .where("tokens.id", "in", ids)
        .execute();
      return rows.map((row) => ({
        key: String(row.id),
        name: row.name,
        deleted: row.deleted_time !== 0,
        owner: row.username ?? "",
      }));
    },

    channels: async (ids: readonly number[]): Promise<NamedThing[]> => {
      if (ids.length === 0) return [];
      const rows = await queries
        .selectFrom("channels")
        .select(["id", "name", "deleted_time"])
        .where("id", "in", ids)
        .execute();
      return rows.map((row) => ({
        key: String(row.id),
        name: row.name,
        deleted: row.deleted_time !== 0,
        owner: "",
      }));
    },

    groups: async (): Promise<NamedThing[]> =>
      (await queries.selectFrom("user_groups").select(["symbol", "name"]).execute()).map((row) => ({
        key: row.symbol,
        name: row.name,
        deleted: false,
        owner: "",
      })),

    /** Number of the provider of each channel, deleted ones included. */
    channelTypes: (): Promise<{ id: number; type: number }[]> =>
      queries.selectFrom("channels").select(["id", "type"]).execute(),
  };
}
