import type { Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { PricesTable } from "../tables/prices.ts";

export type PriceRow = Selectable<PricesTable>;
export type PriceRepository = ReturnType<typeof createPriceRepository>;

const columns = [
  "model",
  "type",
  "channel_type",
  "input",
  "output",
  "locked",
  "extra_ratios",
  "rules",
] as const;

export function createPriceRepository(queries: Queries) {
  return {
    all: (): Promise<PriceRow[]> =>
      queries.selectFrom("prices").select(columns).orderBy("channel_type").orderBy("model").execute(),

    find: (model: string): Promise<PriceRow | undefined> =>
      queries.selectFrom("prices").select(columns).where("model", "=", model).executeTakeFirst(),

    any: async (): Promise<boolean> =>
      (await queries.selectFrom("prices").select("model").limit(1).executeTakeFirst()) !== undefined,

    /** False if there is a price for that model already. */
    insert: async (row: PriceRow): Promise<boolean> => {
      const result = await queries
        .insertInto("prices")
        .values(row)
        .onConflict((conflict) => conflict.column("model").doNothing())
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
    },

    /** Inserts prices, or replaces those that the models have. */
    put: async (rows: readonly PriceRow[]): Promise<void> => {
      await queries
        .insertInto("prices")
        .values(rows)
        .onConflict((conflict) =>
          conflict.column("model").doUpdateSet(({ ref }) => ({
            type: ref("excluded.type"),
            channel_type: ref("excluded.channel_type"),
            input: ref("excluded.input"),
            output: ref("excluded.output"),
            locked: ref("excluded.locked"),
            extra_ratios: ref("excluded.extra_ratios"),
            rules: ref("excluded.rules"),
          })),
        )
        .execute();
    },

    insertMissing: async (rows: PriceRow[]): Promise<void> => {
      await queries
        .insertInto("prices")
        .values(rows)
        .onConflict((conflict) => conflict.column("model").doNothing())
        .execute();
    },

    /** `row.model` may differ from `model`: a rename. False if there is no such price. */
    update: async (model: string, row: PriceRow): Promise<boolean> => {
      const result = await queries
        .updateTable("prices")
        .set(row)
        .where("model", "=", model)
        .executeTakeFirst();
      return Number(result.numUpdatedRows) > 0;
    },

    delete: async (models: string[]): Promise<number> => {
      const result = await queries.deleteFrom("prices").where("model", "in", models).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
