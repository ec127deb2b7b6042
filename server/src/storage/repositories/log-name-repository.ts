import { sql } from "kysely";
import type { Database } from "../database.ts";
import { containsText } from "./list-page.ts";

export type LogNameRepository = ReturnType<typeof createLogNameRepository>;

export interface NumberedName {
  id: number;
  name: string;
}

/**
 * Names for the filters of the log. Each method filters by a part of the name, empty for all, and returns at most this
 * many rows, sorted by name.
 */
export function createLogNameRepository({ reads }: Pick<Database, "reads">) {
  return {
    /** Every model in the log: its index is searched once per model, not per row. */
    models: async (most: number): Promise<string[]> => {
      const { rows } = await sql<{ name: string }>`
        with recursive found (name) as (
          select min(model_name) from logs where model_name > ''
          union all
          select (select min(model_name) from logs where model_name > found.name) from found where found.name is not null
        )
        select name from found where name is not null limit ${sql.lit(most)}`.execute(reads);
      return rows.map((row) => row.name);
    },

    /** Models that one user called since a time, epoch seconds. */
    modelsOf: async (userId: number, from: number, most: number): Promise<string[]> =>
      (
        await reads
          .selectFrom("usage_hourly")
          .select("model_name")
          .distinct()
          .where("user_id", "=", userId)
          .where("hour", ">=", from)
          .where("model_name", "<>", "")
          .orderBy("model_name")
          .limit(most)
          .execute()
      ).map((row) => row.model_name),

    /** Tokens of one user or of all, deleted ones too: the log still names them. */
    tokens: async (userId: number | undefined, part: string, most: number): Promise<string[]> => {
      let query = reads.selectFrom("tokens").select("name").distinct();
      if (userId !== undefined) query = query.where("user_id", "=", userId);
      if (part !== "") query = query.where((b) => containsText<"tokens">(b, "name", part));
      return (await query.orderBy("name").limit(most).execute()).map((row) => row.name);
    },

    users: async (part: string, most: number): Promise<string[]> => {
      let query = reads.selectFrom("users").select("username").where("username", "<>", "");
      if (part !== "") query = query.where((b) => containsText<"users">(b, "username", part));
      return (await query.orderBy("username").limit(most).execute()).map((row) => row.username);
    },

    /** Channels by a part of the name or by their whole id, deleted ones too. */
    channels: (part: string, most: number): Promise<NumberedName[]> => {
      let query = reads.selectFrom("channels").select(["id", "name"]);
      const id = /^\d{1,15}$/.test(part) ? Number(part) : 0;
      if (part !== "")
        query = query.where((b) => b.or([b("id", "=", id), containsText<"channels">(b, "name", part)]));
      return query.orderBy("name").orderBy("id").limit(most).execute();
    },
  };
}
