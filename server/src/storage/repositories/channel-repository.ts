import type { Expression, ExpressionBuilder, Insertable, Selectable, SqlBool, Updateable } from "kysely";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Queries } from "../database.ts";
import type { ChannelsTable } from "../tables/channels.ts";
import type { Tables } from "../tables/index.ts";
import { beginsWith, containsText, offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";
import { openChannelTexts } from "./secret-columns.ts";

/** A channel without its sealed keys. */
export type ChannelRow = Omit<Selectable<ChannelsTable>, "key_encrypted" | "deleted_time">;
export type NewChannel = Insertable<ChannelsTable>;
export type ChannelChange = Omit<Updateable<ChannelsTable>, "id" | "used_quota">;

/** Empty texts and zeros do not filter. */
export interface ChannelFilter {
  keyword: string;
  type: number;
  status: number;
  group: string;
  model: string;
  tag: string;
  /** Prefixes of the fields. */
  other?: string;
  test_model?: string;
  /** The last four characters of a channel's first key. */
  keyHint?: string;
  /**
   * One channel represents all with its tag, the newest. `tags`: those alone; `untagged`: those without a tag alone;
   * `both`.
   */
  byTag?: "untagged" | "tags" | "both" | undefined;
}

export type ChannelRepository = ReturnType<typeof createChannelRepository>;

const columns = [
  "id",
  "name",
  "type",
  "status",
  "status_reason",
  "key_count",
  "key_hint",
  "base_url",
  "groups",
  "models",
  "tag",
  "priority",
  "weight",
  "model_mapping",
  "model_headers",
  "custom_parameter",
  "proxy",
  "test_model",
  "other",
  "only_chat",
  "pre_cost",
  "disabled_stream",
  "plugin",
  "connect_timeout",
  "first_byte_timeout",
  "idle_timeout",
  "total_timeout",
  "created_time",
  "test_time",
  "response_time",
  "used_quota",
  "balance",
  "balance_updated_time",
  "base_url_trusted",
  "proxy_trusted",
  "unsupported_endpoints",
  "status_problem",
  "capabilities",
  "model_check",
] as const;
const orderable = [
  "id",
  "name",
  "type",
  "status",
  "response_time",
  "balance",
  "priority",
  "weight",
  "used_quota",
  "created_time",
];

/** Columns that determine where and how a channel calls its upstream, as they are stored: sealed texts stay sealed. */
const reachColumns = [
  "type",
  "base_url",
  "other",
  "key_encrypted",
  "proxy",
  "models",
  "model_mapping",
  "model_headers",
  "custom_parameter",
  "plugin",
] as const;
export type ChannelReach = Pick<Selectable<ChannelsTable>, (typeof reachColumns)[number]>;

/** Of these, the ones that determine where a key is sent. */
export const addressColumns = ["type", "base_url", "key_encrypted", "proxy"] as const;

type ChannelExpressions = ExpressionBuilder<Tables, "channels">;

const sameReach = (reach: ChannelReach) => (b: ChannelExpressions) =>
  b.and(reachColumns.map((column) => b(column, "=", reach[column])));

/**
 * Deleted channels do not exist here. Rows come with their sealed texts open; callers that write those seal them
 * (`sealChannelTexts`).
 */
export function createChannelRepository(queries: Queries, secretBox: SecretBox) {
  const opened = (row: ChannelRow): ChannelRow => openChannelTexts(secretBox, row);
  const living = () => queries.selectFrom("channels").where("deleted_time", "=", 0);

  async function lockIf(
    id: number,
    condition: (b: ChannelExpressions) => Expression<SqlBool>,
  ): Promise<boolean> {
    const result = await queries
      .updateTable("channels")
      .set((b) => ({ status: b.ref("status") }))
      .where("id", "=", id)
      .where("deleted_time", "=", 0)
      .where(condition)
      .executeTakeFirst();
    return Number(result.numUpdatedRows) > 0;
  }
  const filtered = (filter: ChannelFilter) => {
    let query = living();
    const { keyword, type, status, group, model, tag, byTag } = filter;
    if (keyword !== "") {
      query = query.where((b) =>
        b.or([containsText<"channels">(b, "name", keyword), containsText<"channels">(b, "tag", keyword)]),
      );
    }
    if (type !== 0) query = query.where("type", "=", type);
    if (status !== 0) query = query.where("status", "=", status);
    if (tag !== "") query = query.where("tag", "=", tag);
    // Lists are JSON text: a member is between quotes, written as JSON writes it.
    if (group !== "")
      query = query.where((b) => containsText<"channels">(b, "groups", JSON.stringify(group)));
    if (model !== "") {
      const inside = JSON.stringify(model).slice(1, -1);
      query = query.where((b) => containsText<"channels">(b, "models", inside));
    }
    for (const column of ["other", "test_model"] as const) {
      const beginning = filter[column] ?? "";
      if (beginning !== "") query = query.where((b) => beginsWith<"channels">(b, column, beginning));
    }
    if (filter.keyHint) query = query.where("key_hint", "=", filter.keyHint);
    if (byTag === "untagged") query = query.where("tag", "=", "");
    else if (byTag) {
      query = query.where((b) => {
        const newest = living()
          .select((m) => m.fn.max("id").as("id"))
          .where("tag", "<>", "")
          .groupBy("tag");
        return byTag === "tags" ? b("id", "in", newest) : b.or([b("tag", "=", ""), b("id", "in", newest)]);
      });
    }
    return query;
  };
  return {
    find: async (id: number): Promise<ChannelRow | undefined> => {
      const row = await living().select(columns).where("id", "=", id).executeTakeFirst();
      return row && opened(row);
    },

    /** The row, and of the same moment the fields of its upstream call, for the methods that compare them. */
    findWithReach: async (id: number): Promise<{ row: ChannelRow; reach: ChannelReach } | undefined> => {
      const reach = await living()
        .select([...columns, "key_encrypted"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (!reach) return undefined;
      const { key_encrypted: _, ...row } = reach;
      return { row: opened(row), reach };
    },

    /** Every channel in one of these states, in the order of their ids. */
    allWithStatus: async (statuses: readonly number[]): Promise<ChannelRow[]> =>
      (await living().select(columns).where("status", "in", statuses).orderBy("id").execute()).map(opened),

    /** Status of each of `ids` that exists. */
    statusesOf: (ids: number[]): Promise<{ id: number; status: number }[]> =>
      living().select(["id", "status"]).where("id", "in", ids).execute(),

    page: async (request: PageRequest, filter: ChannelFilter): Promise<RowPage<ChannelRow>> => ({
      rows: (
        await orderBy(filtered(filter).select(columns), request.order, orderable, "id")
          .limit(request.size)
          .offset(offsetOf(request))
          .execute()
      ).map(opened),
      total: (
        await filtered(filter)
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    }),

    tags: async (): Promise<string[]> =>
      (await living().select("tag").distinct().where("tag", "<>", "").orderBy("tag").execute()).map(
        (row) => row.tag,
      ),

    /** The fields for a summary of each tag. */
    taggedRows: () =>
      living()
        .select(["id", "tag", "status", "used_quota", "priority"])
        .where("tag", "<>", "")
        .orderBy("tag")
        .orderBy("id")
        .execute(),

    /** Channels with these ids that exist, in the order of their ids. */
    withIds: async (ids: readonly number[]): Promise<ChannelRow[]> =>
      (await living().select(columns).where("id", "in", ids).orderBy("id").execute()).map(opened),

    /** The channels of a tag, oldest first. */
    withTag: async (tag: string): Promise<ChannelRow[]> =>
      (await living().select(columns).where("tag", "=", tag).orderBy("id").execute()).map(opened),

    /** Fields for pickers and the available models: which channel serves which model to which group. */
    allOffers: () =>
      living()
        .select([
          "id",
          "name",
          "type",
          "status",
          "groups",
          "models",
          "model_mapping",
          "model_check",
          "priority",
          "weight",
        ])
        .orderBy("priority", "desc")
        .orderBy("id")
        .execute(),

    /** The options of every channel as JSON, opened: they may contain credentials. By channel id. */
    allPlugins: async (): Promise<Map<number, string>> => {
      const rows = await living().select(["id", "plugin"]).orderBy("id").execute();
      return new Map(rows.map((row) => [row.id, openChannelTexts(secretBox, row).plugin]));
    },

    /** Names by id, deleted channels too: old log rows still name them. */
    namesOf: (ids: number[]): Promise<{ id: number; name: string }[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : queries.selectFrom("channels").select(["id", "name"]).where("id", "in", ids).execute(),

    any: async (): Promise<boolean> =>
      (await living().select("id").limit(1).executeTakeFirst()) !== undefined,

    insert: async (row: NewChannel): Promise<number> =>
      (await queries.insertInto("channels").values(row).returning("id").executeTakeFirstOrThrow()).id,

    /** How many of `ids` exist and were changed. */
    update: async (ids: number[], change: ChannelChange): Promise<number> => {
      const result = await queries
        .updateTable("channels")
        .set(change)
        .where("id", "in", ids)
        .where("deleted_time", "=", 0)
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    /** Changes a channel only if its models still are `from`; false after a concurrent change. */
    updateModels: async (id: number, from: string, change: ChannelChange): Promise<boolean> => {
      const result = await queries
        .updateTable("channels")
        .set(change)
        .where("id", "=", id)
        .where("models", "=", from)
        .where("deleted_time", "=", 0)
        .executeTakeFirst();
      return Number(result.numUpdatedRows) > 0;
    },

    /** Locks a channel inside a transaction if its key and the address it is sent to are unchanged; false otherwise. */
    lockAtAddress: (id: number, reach: ChannelReach): Promise<boolean> =>
      lockIf(id, (b) => b.and(addressColumns.map((column) => b(column, "=", reach[column])))),

    /** Locks a channel inside a transaction if it has the tag; false otherwise. */
    lockWithTag: (id: number, tag: string): Promise<boolean> => lockIf(id, (b) => b("tag", "=", tag)),

    /** Changes a channel only if the fields of its upstream call still are `reach`; false after a concurrent change. */
    updateIfSameReach: async (id: number, reach: ChannelReach, change: ChannelChange): Promise<boolean> => {
      const result = await queries
        .updateTable("channels")
        .set(change)
        .where("id", "=", id)
        .where("deleted_time", "=", 0)
        .where(sameReach(reach))
        .executeTakeFirst();
      return Number(result.numUpdatedRows) > 0;
    },

    /**
     * Changes the list of missing endpoints only if it still is `from` and the channel's address is unchanged; false
     * otherwise.
     */
    changeUnsupported: async (
      { id, type, base_url, other, unsupported_endpoints: from }: ChannelRow,
      to: string,
    ): Promise<boolean> => {
      const result = await queries
        .updateTable("channels")
        .set({ unsupported_endpoints: to })
        .where("id", "=", id)
        .where("type", "=", type)
        .where("base_url", "=", base_url)
        .where("other", "=", other)
        .where("unsupported_endpoints", "=", from)
        .where("deleted_time", "=", 0)
        .executeTakeFirst();
      return Number(result.numUpdatedRows) > 0;
    },

    /**
     * Changes the status only if it still is `from`, and the fields of the channel's upstream call still are `reach`
     * where the cause is the result of a call; false after a concurrent change.
     */
    changeStatus: async (
      id: number,
      from: number,
      to: number,
      { reason, problem, reach }: { reason: string; problem: string; reach?: ChannelReach | undefined },
    ): Promise<boolean> => {
      let update = queries
        .updateTable("channels")
        .set({ status: to, status_reason: reason, status_problem: problem })
        .where("id", "=", id)
        .where("status", "=", from)
        .where("deleted_time", "=", 0);
      if (reach) update = update.where(sameReach(reach));
      const result = await update.executeTakeFirst();
      return Number(result.numUpdatedRows) > 0;
    },
  };
}
