import type { Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { ModelOwnersTable } from "../tables/model-owners.ts";

export type ModelOwnerRow = Selectable<ModelOwnersTable>;

export function createModelOwnerRepository(queries: Queries) {
  return {
    all: (): Promise<ModelOwnerRow[]> =>
      queries.selectFrom("model_owners").selectAll().orderBy("id").execute(),

    /** False if there is a row with that id already. */
    insert: async (row: ModelOwnerRow): Promise<boolean> => {
      const result = await queries
        .insertInto("model_owners")
        .values(row)
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
    },

    put: async (row: ModelOwnerRow): Promise<void> => {
      const { name, icon } = row;
      await queries
        .insertInto("model_owners")
        .values(row)
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ name, icon }))
        .execute();
    },

    delete: async (id: number): Promise<boolean> => {
      const result = await queries.deleteFrom("model_owners").where("id", "=", id).executeTakeFirst();
      return Number(result.numDeletedRows) > 0;
    },
  };
}
