import type { Insertable, Selectable, Updateable } from "kysely";
import type { Queries } from "../database.ts";
import type { ModelInfosTable } from "../tables/model-infos.ts";

export type ModelInfoRow = Selectable<ModelInfosTable>;

export function createModelInfoRepository(queries: Queries) {
  return {
    /** Newest first. */
    all: (): Promise<ModelInfoRow[]> =>
      queries.selectFrom("model_infos").selectAll().orderBy("id", "desc").execute(),

    find: (id: number): Promise<ModelInfoRow | undefined> =>
      queries.selectFrom("model_infos").selectAll().where("id", "=", id).executeTakeFirst(),

    findByModel: (model: string): Promise<ModelInfoRow | undefined> =>
      queries.selectFrom("model_infos").selectAll().where("model", "=", model).executeTakeFirst(),

    /** The id; undefined if the model has a row already. */
    insert: async (row: Insertable<ModelInfosTable>): Promise<number | undefined> =>
      (
        await queries
          .insertInto("model_infos")
          .values(row)
          .onConflict((conflict) => conflict.column("model").doNothing())
          .returning("id")
          .executeTakeFirst()
      )?.id,

    update: async (id: number, change: Updateable<ModelInfosTable>): Promise<void> => {
      await queries.updateTable("model_infos").set(change).where("id", "=", id).execute();
    },

    delete: async (id: number): Promise<boolean> => {
      const result = await queries.deleteFrom("model_infos").where("id", "=", id).executeTakeFirst();
      return Number(result.numDeletedRows) > 0;
    },
  };
}
