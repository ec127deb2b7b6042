import { sql } from "kysely";
import type { Queries } from "../database.ts";
import { offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";
import {
  hasKey,
  type KeySearch,
  matchesKeyword,
  shownTokenColumns,
  statusCondition,
  type TokenChange,
  tokenOrderable,
  type TokenRow,
} from "./token-repository.ts";

/** A token with its owner. */
export interface OwnedTokenRow extends TokenRow {
  owner_name: string;
  owner_role: number;
}

/** Zeros and empty texts do not filter. */
export interface AnyTokenFilter {
  userId: number;
  tokenId: number;
  keyword: string;
  /** As in `TokenFilter`. */
  status: number;
  byKey: KeySearch | undefined;
  /** Owners of this role and above are left out; undefined: none. */
  roleBelow: number | undefined;
  now: number;
}

export type TokenAdminRepository = ReturnType<typeof createTokenAdminRepository>;

const ownerName = sql<string>`(select owner.username from users as owner where owner.id = tokens.user_id)`;
const ownerRole = sql<number>`(select owner.role from users as owner where owner.id = tokens.user_id)`;
const columns = [...shownTokenColumns, ownerName.as("owner_name"), ownerRole.as("owner_role")] as const;

/** Tokens of all users, without their keys. Deleted ones do not exist here. */
export function createTokenAdminRepository(queries: Queries) {
  const living = () => queries.selectFrom("tokens").where("deleted_time", "=", 0);
  const filtered = ({ userId, tokenId, keyword, status, byKey, roleBelow, now }: AnyTokenFilter) => {
    let query = living();
    if (roleBelow !== undefined) query = query.where(sql<boolean>`${ownerRole} < ${roleBelow}`);
    if (byKey) query = query.where(hasKey(byKey, now));
    if (userId !== 0) query = query.where("user_id", "=", userId);
    if (tokenId !== 0) query = query.where("id", "=", tokenId);
    if (keyword !== "") query = query.where((b) => matchesKeyword(b, keyword));
    return status === 0 ? query : query.where(statusCondition(status, now));
  };
  return {
    find: (id: number): Promise<OwnedTokenRow | undefined> =>
      living().select(columns).where("id", "=", id).executeTakeFirst(),

    page: async (request: PageRequest, filter: AnyTokenFilter): Promise<RowPage<OwnedTokenRow>> => ({
      rows: await orderBy(filtered(filter).select(columns), request.order, tokenOrderable, "id")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute(),
      total: (
        await filtered(filter)
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    }),

    /** False if the token is gone, or its owner's role is no longer lower than `roleBelow`; undefined: any role. */
    update: async (
      id: number,
      change: Pick<TokenChange, "status" | "deleted_time">,
      roleBelow: number | undefined,
    ): Promise<boolean> => {
      const update = queries
        .updateTable("tokens")
        .set(change)
        .where("id", "=", id)
        .where("deleted_time", "=", 0);
      const limited =
        roleBelow === undefined ? update : update.where(sql<boolean>`${ownerRole} < ${roleBelow}`);
      return (await limited.executeTakeFirst()).numUpdatedRows > 0n;
    },
  };
}
