import { type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { OptionsTable } from "../tables/options.ts";

export type OptionRow = Selectable<OptionsTable>;
export type OptionRepository = ReturnType<typeof createOptionRepository>;

export function createOptionRepository(queries: Queries) {
  return {
    all: (): Promise<OptionRow[]> => queries.selectFrom("options").select(["key", "value"]).execute(),

    set: async (key: string, value: string): Promise<void> => {
      await queries
        .insertInto("options")
        .values({ key, value })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
        .execute();
    },

    remove: async (key: string): Promise<void> => {
      await queries.deleteFrom("options").where("key", "=", key).execute();
    },

    /**
     * The first statement of a transaction that changes settings: later ones wait for its end, and every process reads
     * the settings again after it, even if this one dies before it announces the change.
     */
    claim: async (): Promise<void> => {
      await queries
        .insertInto("change_versions")
        .values({ topic: "settings", version: 1 })
        .onConflict((conflict) =>
          conflict.column("topic").doUpdateSet({ version: sql`change_versions.version + 1` }),
        )
        .execute();
    },
  };
}
