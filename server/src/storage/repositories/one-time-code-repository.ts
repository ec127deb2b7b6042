import type { Queries } from "../database.ts";
import type { OneTimeCodesTable } from "../tables/one-time-codes.ts";

export type OneTimeCodeRepository = ReturnType<typeof createOneTimeCodeRepository>;

/** Purpose of codes that bind a Telegram account; their subject is the user's id. */
export const telegramCode = "telegram";

/** Every deciding method is one statement, so that one of several concurrent calls wins. */
export function createOneTimeCodeRepository(queries: Queries) {
  return {
    /**
     * Replaces the code of the same purpose and subject; false, and nothing done, if that one expires after `latest`.
     */
    put: async (row: OneTimeCodesTable, latest: number): Promise<boolean> => {
      const { hash, expires_time, attempts } = row;
      const put = await queries
        .insertInto("one_time_codes")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(["purpose", "subject"])
            .doUpdateSet({ hash, expires_time, attempts })
            .where("one_time_codes.expires_time", "<=", latest),
        )
        .returning("subject")
        .executeTakeFirst();
      return put !== undefined;
    },

    /**
     * Counts a guess; returns the hash to compare it with, or undefined if there is no code or it was guessed at `most`
     * times.
     */
    countGuess: async (
      purpose: string,
      subject: string,
      most: number,
      now: number,
    ): Promise<string | undefined> =>
      (
        await queries
          .updateTable("one_time_codes")
          .set((b) => ({ attempts: b("attempts", "+", 1) }))
          .where("purpose", "=", purpose)
          .where("subject", "=", subject)
          .where("expires_time", ">", now)
          .where("attempts", "<", most)
          .returning("hash")
          .executeTakeFirst()
      )?.hash,

    /** Uses a code up; true for one caller. */
    take: async (purpose: string, subject: string, hash: string, now: number): Promise<boolean> =>
      (await queries
        .deleteFrom("one_time_codes")
        .where("purpose", "=", purpose)
        .where("subject", "=", subject)
        .where("hash", "=", hash)
        .where("expires_time", ">", now)
        .returning("subject")
        .executeTakeFirst()) !== undefined,

    knows: async (purpose: string, subject: string, hash: string, now: number): Promise<boolean> =>
      (await queries
        .selectFrom("one_time_codes")
        .select("subject")
        .where("purpose", "=", purpose)
        .where("subject", "=", subject)
        .where("hash", "=", hash)
        .where("expires_time", ">", now)
        .executeTakeFirst()) !== undefined,

    /** The subject of a code, found by its hash alone; it stays valid. */
    findSubject: async (purpose: string, hash: string, now: number): Promise<string | undefined> =>
      (
        await queries
          .selectFrom("one_time_codes")
          .select("subject")
          .where("purpose", "=", purpose)
          .where("hash", "=", hash)
          .where("expires_time", ">", now)
          .executeTakeFirst()
      )?.subject,

    /** Uses up a code that is found by its hash alone; its subject for one caller, else undefined. */
    takeByHash: async (purpose: string, hash: string, now: number): Promise<string | undefined> =>
      (
        await queries
          .deleteFrom("one_time_codes")
          .where("purpose", "=", purpose)
          .where("hash", "=", hash)
          .where("expires_time", ">", now)
          .returning("subject")
          .executeTakeFirst()
      )?.subject,

    deleteOf: async (purpose: string, subject: string): Promise<void> => {
      await queries
        .deleteFrom("one_time_codes")
        .where("purpose", "=", purpose)
        .where("subject", "=", subject)
        .execute();
    },

    deleteExpired: async (now: number): Promise<void> => {
      await queries.deleteFrom("one_time_codes").where("expires_time", "<=", now).execute();
    },
  };
}
