import type { Queries } from "../database.ts";

export type RecoveryCodeRepository = ReturnType<typeof createRecoveryCodeRepository>;

export function createRecoveryCodeRepository(queries: Queries) {
  return {
    /** Replaces all codes of a user. */
    replace: async (userId: number, codeHashes: readonly string[], now: number): Promise<void> => {
      await queries.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
      if (codeHashes.length === 0) return;
      const rows = codeHashes.map((code_hash) => ({ code_hash, user_id: userId, created_time: now }));
      await queries.insertInto("recovery_codes").values(rows).execute();
    },

    /** Uses a code up; true for one of several concurrent requests. */
    take: async (userId: number, codeHash: string): Promise<boolean> =>
      (
        await queries
          .deleteFrom("recovery_codes")
          .where("user_id", "=", userId)
          .where("code_hash", "=", codeHash)
          .executeTakeFirst()
      ).numDeletedRows > 0n,

    count: async (userId: number): Promise<number> =>
      (
        await queries
          .selectFrom("recovery_codes")
          .select((builder) => builder.fn.countAll<number>().as("count"))
          .where("user_id", "=", userId)
          .executeTakeFirstOrThrow()
      ).count,
  };
}
