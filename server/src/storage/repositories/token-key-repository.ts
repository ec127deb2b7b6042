import { type Expression, type ExpressionBuilder, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { Tables } from "../tables/index.ts";
import { tokenBudgetColumns } from "./budget-columns.ts";
import { leasedOfToken, tokenColumns, type TokenRow } from "./token-repository.ts";

/** A token with its user's status and usage. */
export interface KeyedTokenRow extends TokenRow {
  user_status: number;
  user_used_quota: number;
}

/**
 * A token's replaced key. Without the second condition SQLite does not use the index of replaced keys, which leaves out tokens
 * without one, nor does PostgreSQL in a plan for any parameters: each unknown key would read all tokens.
 */
export const hadKey = (b: ExpressionBuilder<Tables, "tokens">, keyHash: string | Expression<string>) =>
  b.and([b("tokens.old_key_hash", "=", keyHash), b("tokens.old_key_hash", "!=", sql.lit(""))]);

/** Finds tokens by the hash of their key. Deleted tokens and those of deleted users do not exist here. */
export function createTokenKeyRepository(queries: Queries) {
  return {
    /** A replaced key is valid until its grace period ends. */
    find: (keyHash: string, now: number): Promise<KeyedTokenRow | undefined> =>
      queries
        .selectFrom("tokens")
        .innerJoin("users", "users.id", "tokens.user_id")
        .select(tokenColumns.map((column) => `tokens.${column}` as const))
        .select([leasedOfToken.as("leased"), ...tokenBudgetColumns])
        .select(["users.status as user_status", "users.used_quota as user_used_quota"])
        .where((b) =>
          b.or([
            b("tokens.key_hash", "=", keyHash),
            b.and([hadKey(b, keyHash), b("tokens.old_key_expires", ">", now)]),
          ]),
        )
        .where("tokens.deleted_time", "=", 0)
        .where("users.deleted_time", "=", 0)
        .executeTakeFirst(),
  };
}
