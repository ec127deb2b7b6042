import { redemptionStatus } from "@tollgate/contract/redemptions";
import { neverExpires } from "@tollgate/contract/tokens";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { RedemptionsTable } from "../tables/redemptions.ts";
import { beginsWith, offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";

/** A code as lists show it; `used_username` is null while no one redeemed it. */
export type RedemptionRow = Omit<Selectable<RedemptionsTable>, "code_hash" | "code_encrypted"> & {
  used_username: string | null;
};
export type NewRedemption = Insertable<RedemptionsTable>;
/** Columns that an administrator sets of an unused code. */
export type RedemptionChange = Partial<Pick<RedemptionsTable, "name" | "quota" | "expired_time" | "status">>;

export interface RedemptionFilter {
  keyword: string;
  /** Hash of the keyword, in case it is a whole code. */
  hash: string;
  /** As shown: 1 enabled, 2 disabled, 3 used, 4 expired; 0 all. */
  status: number;
  now: number;
}

const usedUsername = sql<
  string | null
>`(select username from users where users.id = redemptions.used_user_id)`;
const columns = [
  "id",
  "user_id",
  "name",
  "code_hint",
  "status",
  "quota",
  "created_time",
  "expired_time",
  "redeemed_time",
  "used_user_id",
  "deleted_time",
  usedUsername.as("used_username"),
] as const;
const sealed = ["code_hash", "code_encrypted"] as const;
const orderable = ["id", "name", "status", "quota", "created_time", "expired_time", "redeemed_time"];
/** Far below the number of bound values that a statement may have. */
const rowsPerInsert = 500;

const { enabled, used } = redemptionStatus;
const valid = (now: number) =>
  sql<boolean>`(expired_time = ${sql.lit(neverExpires)} or expired_time > ${now})`;
const past = (now: number) =>
  sql<boolean>`(expired_time <> ${sql.lit(neverExpires)} and expired_time <= ${now})`;

export function createRedemptionRepository(queries: Queries) {
  const existing = () => queries.selectFrom("redemptions").where("deleted_time", "=", 0);

  const searched = ({ keyword, hash }: RedemptionFilter) => {
    if (keyword === "") return existing();
    const id = /^[1-9]\d{0,14}$/.test(keyword) ? Number(keyword) : 0;
    return existing().where((b) =>
      b.or([
        beginsWith<"redemptions">(b, "name", keyword),
        b("code_hash", "=", hash),
        b("code_hint", "=", keyword),
        b("id", "=", id),
      ]),
    );
  };
  const filtered = (filter: RedemptionFilter) => {
    const { status, now } = filter;
    if (status === 0) return searched(filter);
    if (status === redemptionStatus.expired)
      return searched(filter).where("status", "=", enabled).where(past(now));
    const query = searched(filter).where("status", "=", status);
    return status === enabled ? query.where(valid(now)) : query;
  };
  const count = async (filter: RedemptionFilter): Promise<number> =>
    (
      await filtered(filter)
        .select((b) => b.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow()
    ).count;

  return {
    page: async (request: PageRequest, filter: RedemptionFilter): Promise<RowPage<RedemptionRow>> => ({
      rows: await orderBy(filtered(filter).select(columns), request.order, orderable, "id")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute(),
      total: await count(filter),
    }),

    count,

    find: (id: number): Promise<RedemptionRow | undefined> =>
      existing().select(columns).where("id", "=", id).executeTakeFirst(),

    findMany: (ids: number[]): Promise<RedemptionRow[]> =>
      existing().select(columns).where("id", "in", ids).execute(),

    findByHash: (hash: string): Promise<RedemptionRow | undefined> =>
      existing().select(columns).where("code_hash", "=", hash).executeTakeFirst(),

    findSealed: (id: number) =>
      existing()
        .select(["name", ...sealed])
        .where("id", "=", id)
        .executeTakeFirst(),

    /** At most `most` rows that match, the newest first, with their sealed codes; `below`: only ids below it. */
    stretch: (filter: RedemptionFilter, below: number, most: number) =>
      filtered(filter)
        .select([...columns, ...sealed])
        .where("id", "<", below)
        .orderBy("id", "desc")
        .limit(most)
        .execute(),

    /** Returns the id of the first. */
    insert: async (rows: readonly NewRedemption[]): Promise<number> => {
      let first = 0;
      for (let at = 0; at < rows.length; at += rowsPerInsert) {
        const inserted = await queries
          .insertInto("redemptions")
          .values(rows.slice(at, at + rowsPerInsert))
          .returning("id")
          .execute();
        if (at === 0) first = Math.min(...inserted.map(({ id }) => id));
      }
      return first;
    },

    /** How many changed: a used or deleted code does not. */
    update: async (ids: number[], change: RedemptionChange): Promise<number> => {
      const result = await queries
        .updateTable("redemptions")
        .set(change)
        .where("id", "in", ids)
        .where("deleted_time", "=", 0)
        .where("status", "<>", used)
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    /** The same for every code that matches; only codes that can be redeemed afterwards are enabled. */
    updateMatching: async (filter: RedemptionFilter, status: 1 | 2): Promise<number> => {
      const matching = filtered(filter).where("status", "<>", used).select("id");
      const result = await queries
        .updateTable("redemptions")
        .set({ status })
        .where("id", "in", status === enabled ? matching.where(valid(filter.now)) : matching)
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    /** How many were deleted. Their rows stay without the codes. */
    delete: async (ids: number[], now: number): Promise<number> => {
      const result = await queries
        .updateTable("redemptions")
        .set({ deleted_time: now, code_encrypted: "" })
        .where("id", "in", ids)
        .where("deleted_time", "=", 0)
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    deleteMatching: async (filter: RedemptionFilter): Promise<number> => {
      const result = await queries
        .updateTable("redemptions")
        .set({ deleted_time: filter.now, code_encrypted: "" })
        .where("id", "in", filtered(filter).select("id"))
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    /** Marks a code as used, if it can be redeemed now and still adds `quota`. False: nothing changed. */
    claim: async (code: { id: number; quota: number }, userId: number, now: number): Promise<boolean> => {
      const result = await queries
        .updateTable("redemptions")
        .set({ status: used, redeemed_time: now, used_user_id: userId })
        .where("id", "=", code.id)
        .where("status", "=", enabled)
        .where("quota", "=", code.quota)
        .where("deleted_time", "=", 0)
        .where(valid(now))
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
  };
}
