import type { Selectable } from "kysely";
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
  };
}
