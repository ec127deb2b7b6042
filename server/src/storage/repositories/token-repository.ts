import {
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from "kysely";
import type { Queries } from "../database.ts";
import type { Tables } from "../tables/index.ts";
import type { TokensTable } from "../tables/tokens.ts";
import type { BudgetColumns } from "../budget-columns.ts";
import { type BudgetRow, tokenBudgetColumns } from "./budget-columns.ts";
import { containsText, offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";

/** A token without its sealed key. `leased` is quota that running processes hold of it. */
export type TokenRow = Omit<Selectable<TokensTable>, "key_encrypted" | keyof BudgetColumns> &
  BudgetRow & { leased: number };
export type NewToken = Insertable<TokensTable>;
/** Columns that neither the ledger nor a key rotation writes. */
export type TokenChange = Pick<
  Updateable<TokensTable>,
  | "name"
  | "status"
  | "expired_time"
  | "group"
  | "backup_group"
  | "chat_cache"
  | "setting"
  | "requests_per_minute"
  | "tokens_per_minute"
  | "concurrency"
  | "deleted_time"
>;

export interface TokenFilter {
  userId: number;
  keyword: string;
  /** 1 enabled and usable, 2 disabled, 3 expired, 4 exhausted, as shown; 0 all. */
  status: number;
  now: number;
  byKey?: KeySearch | undefined;
}

/** The hash of a full key, or the end of a key. */
export interface KeySearch {
  hash: string;
  hint: string;
}

export {
  columns as tokenColumns,
  shown as shownTokenColumns,
  orderable as tokenOrderable,
  leased as leasedOfToken,
  statusCondition,
  hasKey,
  matchesKeyword,
};

export type TokenRepository = ReturnType<typeof createTokenRepository>;

const columns = [
  "id",
  "user_id",
  "name",
  "key_hash",
  "key_hint",
  "old_key_hash",
  "old_key_expires",
  "status",
  "created_time",
  "accessed_time",
  "expired_time",
  "remain_quota",
  "unlimited_quota",
  "used_quota",
  "group",
  "backup_group",
  "chat_cache",
  "setting",
  "requests_per_minute",
  "tokens_per_minute",
  "concurrency",
  "deleted_time",
] as const;
const orderable = [
  "id",
  "name",
  "status",
  "created_time",
  "accessed_time",
  "expired_time",
  "remain_quota",
  "used_quota",
];

const leased = sql<number>`coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0)`;
const shown = [...columns, leased.as("leased"), ...tokenBudgetColumns] as const;
const expired = (now: number) => sql<boolean>`(expired_time <> -1 and expired_time <= ${now})`;
const exhausted = sql<boolean>`(unlimited_quota = 0 and remain_quota + ${leased} <= 0)`;

/** Tokens that are shown with a status: 1 enabled and usable, 2 disabled, 3 expired, 4 exhausted. */
function statusCondition(status: number, now: number): RawBuilder<boolean> {
  if (status === 2) return sql`tokens.status = 2`;
  if (status === 3) return sql`(tokens.status <> 2 and ${expired(now)})`;
  const alive = sql`tokens.status <> 2 and not ${expired(now)}`;
  return status === 4 ? sql`(${alive} and ${exhausted})` : sql`(${alive} and not ${exhausted})`;
}

/** Tokens of a full key, also of one that was replaced and is still valid, or whose key ends like the hint. */
function hasKey({ hash, hint }: KeySearch, now: number): RawBuilder<boolean> {
  return sql`(tokens.key_hash = ${hash} or tokens.key_hint = ${hint}
    or (tokens.old_key_hash = ${hash} and tokens.old_key_expires > ${now}))`;
}

/** Part of the name, or the last four characters of the key. */
function matchesKeyword(b: ExpressionBuilder<Tables, "tokens">, keyword: string) {
  return b.or([containsText<"tokens">(b, "name", keyword), b("key_hint", "=", keyword)]);
}

/**
 * Every method requires the owner: another user's token cannot be reached by its id. Deleted tokens do not exist here.
 */
export function createTokenRepository(queries: Queries) {
  const own = (userId: number) =>
    queries.selectFrom("tokens").where("user_id", "=", userId).where("deleted_time", "=", 0);
  const filtered = ({ userId, keyword, status, now, byKey }: TokenFilter) => {
    let query = own(userId);
    if (byKey) query = query.where(hasKey(byKey, now));
    if (keyword !== "") query = query.where((b) => matchesKeyword(b, keyword));
    return status === 0 ? query : query.where(statusCondition(status, now));
  };
  return {
    find: (userId: number, id: number): Promise<TokenRow | undefined> =>
      own(userId).select(shown).where("id", "=", id).executeTakeFirst(),

    named: (userId: number, name: string): Promise<TokenRow[]> =>
      own(userId).select(shown).where("name", "=", name).orderBy("id").execute(),

    findMany: (userId: number, ids: number[]): Promise<TokenRow[]> =>
      own(userId).select(shown).where("id", "in", ids).execute(),

    findKey: (userId: number, id: number) =>
      own(userId).select(["key_hash", "key_encrypted"]).where("id", "=", id).executeTakeFirst(),

    page: async (request: PageRequest, filter: TokenFilter): Promise<RowPage<TokenRow>> => ({
      rows: await orderBy(filtered(filter).select(shown), request.order, orderable, "id")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute(),
      total: (
        await filtered(filter)
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    }),

    anyOfAnybody: async (): Promise<boolean> =>
      (await queries
        .selectFrom("tokens")
        .select("id")
        .where("deleted_time", "=", 0)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Deletes the tokens of a deleted user. */
    deleteOfUser: async (userId: number, now: number): Promise<void> => {
      await queries
        .updateTable("tokens")
        .set({ deleted_time: now })
        .where("user_id", "=", userId)
        .where("deleted_time", "=", 0)
        .execute();
    },

    /**
     * Returns the id; undefined if the user has `most` tokens already. Call it inside a transaction that locked the
     * user: otherwise two concurrent calls each count without the other.
     */
    insertBelow: async (row: NewToken, most: number): Promise<number | undefined> => {
      const names = Object.keys(row) as (keyof NewToken)[];
      const inserted = await queries
        .insertInto("tokens")
        .columns(names)
        .expression(
          queries
            .selectNoFrom((b) => names.map((name) => b.val(row[name]).as(name)))
            .where(
              own(row.user_id).select((b) => b.fn.countAll<number>().as("count")),
              "<",
              most,
            ),
        )
        .returning("id")
        .executeTakeFirst();
      return inserted?.id;
    },

    /** False if the token is gone or its key is no longer the one of `keyHash`. */
    replaceKey: async (
      { userId, id, keyHash }: { userId: number; id: number; keyHash: string },
      newKey: Pick<NewToken, "key_hash" | "key_encrypted" | "key_hint" | "old_key_hash" | "old_key_expires">,
    ): Promise<boolean> => {
      const result = await queries
        .updateTable("tokens")
        .set(newKey)
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .where("deleted_time", "=", 0)
        .where("key_hash", "=", keyHash)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** How many of `ids` changed: those that are the user's own. */
    update: async (userId: number, ids: number[], change: TokenChange): Promise<number> => {
      const result = await queries
        .updateTable("tokens")
        .set(change)
        .where("user_id", "=", userId)
        .where("deleted_time", "=", 0)
        .where("id", "in", ids)
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },
  };
}
