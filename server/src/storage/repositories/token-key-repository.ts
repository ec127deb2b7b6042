import type { Queries } from "../database.ts";
import { leasedOfToken, tokenColumns, type TokenRow } from "./token-repository.ts";

/** A token with what its user is and has used. */
export interface KeyedTokenRow extends TokenRow {
  user_status: number;
  user_used_quota: number;
}

/** Finds tokens by the hash of their key. Deleted tokens and those of deleted users do not exist here. */
export function createTokenKeyRepository(queries: Queries) {
  return {
    find: (keyHash: string): Promise<KeyedTokenRow | undefined> =>
      queries
        .selectFrom("tokens")
        .innerJoin("users", "users.id", "tokens.user_id")
        .select(tokenColumns.map((column) => `tokens.${column}` as const))
        .select(leasedOfToken.as("leased"))
        .select(["users.status as user_status", "users.used_quota as user_used_quota"])
        .where("tokens.key_hash", "=", keyHash)
        .where("tokens.deleted_time", "=", 0)
        .where("users.deleted_time", "=", 0)
        .executeTakeFirst(),
  };
}
