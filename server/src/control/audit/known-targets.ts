import { sql } from "kysely";
import type { Queries } from "../../storage/database.ts";

/** Current data of the things that entries are about. */
export interface KnownTargets {
  /** `name` is the last known one, `now` empty where the thing is gone. */
  find(type: string, id: string): { name: string; now: string };
}

const places = {
  user: { table: "users", name: "username" },
  channel: { table: "channels", name: "name" },
  token: { table: "tokens", name: "name" },
} as const;

/** Looks up the things of one page of entries, with one query for each kind. */
export async function findTargets(
  queries: Queries,
  targets: readonly { target_type: string; target_id: string }[],
): Promise<KnownTargets> {
  const idsOf = (type: string) => [
    ...new Set(targets.filter((one) => one.target_type === type).map((one) => one.target_id)),
  ];
  const found = new Map<string, { name: string; now: string }>();
  for (const [type, { table, name }] of Object.entries(places)) {
    const ids = idsOf(type).map(Number).filter(Number.isSafeInteger);
    if (ids.length === 0) continue;
    const rows = await queries
      .selectFrom(table)
      .select(["id", sql.ref<string>(name).as("name"), "deleted_time"])
      .where("id", "in", ids)
      .execute();
    for (const row of rows)
      found.set(`${type} ${row.id}`, { name: row.name, now: row.deleted_time === 0 ? row.name : "" });
  }
  const models = idsOf("price");
  if (models.length > 0) {
    const rows = await queries.selectFrom("prices").select("model").where("model", "in", models).execute();
    for (const { model } of rows) found.set(`price ${model}`, { name: "", now: model });
  }
  const symbols = idsOf("group");
  if (symbols.length > 0) {
    const rows = await queries
      .selectFrom("user_groups")
      .select(["symbol", "name"])
      .where("symbol", "in", symbols)
      .execute();
    for (const { symbol, name } of rows) found.set(`group ${symbol}`, { name, now: symbol });
  }
  return {
    find: (type, id) => found.get(`${type} ${id}`) ?? { name: "", now: type === "setting" ? id : "" },
  };
}
