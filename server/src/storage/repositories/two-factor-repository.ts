import type { Queries } from "../database.ts";

export type TwoFactorRepository = ReturnType<typeof createTwoFactorRepository>;

/** The columns of two-factor authentication in `users`; nothing else reads the secret. */
export function createTwoFactorRepository(queries: Queries) {
  return {
    find: (userId: number) =>
      queries
        .selectFrom("users")
        .select(["id", "totp_secret_encrypted", "totp_confirmed_time", "totp_last_step"])
        .where("id", "=", userId)
        .where("deleted_time", "=", 0)
        .executeTakeFirst(),

    /** Stores a secret that waits for its first code; false if a factor is active already. */
    begin: async (userId: number, sealedSecret: string): Promise<boolean> =>
      (
        await queries
          .updateTable("users")
          .set({ totp_secret_encrypted: sealedSecret, totp_last_step: 0 })
          .where("id", "=", userId)
          .where("totp_confirmed_time", "=", 0)
          .executeTakeFirst()
      ).numUpdatedRows > 0n,

    /** Activates the waiting secret; true for one of several concurrent requests. */
    confirm: async (
      userId: number,
      sealedSecret: string,
      taken: { now: number; step: number },
    ): Promise<boolean> =>
      (
        await queries
          .updateTable("users")
          .set({ totp_confirmed_time: taken.now, totp_last_step: taken.step })
          .where("id", "=", userId)
          .where("totp_confirmed_time", "=", 0)
          .where("totp_secret_encrypted", "=", sealedSecret)
          .executeTakeFirst()
      ).numUpdatedRows > 0n,

    /** Uses up the code of a time step; false if that step or a later one was used before. */
    takeStep: async (userId: number, step: number): Promise<boolean> =>
      (
        await queries
          .updateTable("users")
          .set({ totp_last_step: step })
          .where("id", "=", userId)
          .where("totp_confirmed_time", "!=", 0)
          .where("totp_last_step", "<", step)
          .executeTakeFirst()
      ).numUpdatedRows > 0n,

    remove: async (userId: number): Promise<void> => {
      await queries
        .updateTable("users")
        .set({ totp_secret_encrypted: "", totp_confirmed_time: 0, totp_last_step: 0 })
        .where("id", "=", userId)
        .execute();
    },
  };
}
