import type { Insertable, Selectable } from "kysely";
import type { Queries } from "../database.ts";
import { createOneTimeCodeRepository, telegramCode } from "./one-time-code-repository.ts";
import type { SessionsTable } from "../tables/sessions.ts";

export type SessionRow = Selectable<SessionsTable>;
export type NewSession = Insertable<SessionsTable>;
export type SessionRepository = ReturnType<typeof createSessionRepository>;

export function createSessionRepository(queries: Queries) {
  return {
    /** The session with its current user; undefined if unknown or expired. It may be a waiting one. */
    findWithUser: (idHash: string, now: number) =>
      queries
        .selectFrom("sessions")
        .innerJoin("users", "users.id", "sessions.user_id")
        .select([
          "sessions.last_seen_time",
          "sessions.second_factor_pending",
          "sessions.two_factors",
          "users.totp_confirmed_time",
          "users.id",
          "users.username",
          "users.role",
          "users.status",
          "users.group",
          "users.deleted_time",
        ])
        .where("sessions.id_hash", "=", idHash)
        .where("sessions.expires_time", ">", now)
        .executeTakeFirst(),

    /** The signed-in ones of the sessions, with their current users. Does not count as a use. */
    signedIn: (idHashes: readonly string[], now: number) =>
      queries
        .selectFrom("sessions")
        .innerJoin("users", "users.id", "sessions.user_id")
        .select([
          "sessions.id_hash",
          "sessions.two_factors",
          "users.totp_confirmed_time",
          "users.id",
          "users.role",
          "users.status",
          "users.deleted_time",
        ])
        .where("sessions.id_hash", "in", idHashes)
        .where("sessions.second_factor_pending", "=", 0)
        .where("sessions.expires_time", ">", now)
        .execute(),

    /** Signed-in sessions of a user, the last seen first. */
    ofUser: (userId: number, now: number): Promise<SessionRow[]> =>
      queries
        .selectFrom("sessions")
        .selectAll()
        .where("user_id", "=", userId)
        .where("second_factor_pending", "=", 0)
        .where("expires_time", ">", now)
        .orderBy("last_seen_time", "desc")
        .orderBy("created_time", "desc")
        .limit(200)
        .execute(),

    /** When the user of a session signed in; undefined if it waits or is not this user's. */
    findCreatedTime: async (idHash: string, userId: number): Promise<number | undefined> =>
      (
        await queries
          .selectFrom("sessions")
          .select("created_time")
          .where("id_hash", "=", idHash)
          .where("user_id", "=", userId)
          .where("second_factor_pending", "=", 0)
          .executeTakeFirst()
      )?.created_time,

    /** Counts one attempt at the code of a waiting session; undefined if none waits or `limit` is reached. */
    countCode: (idHash: string, limit: number, now: number): Promise<SessionRow | undefined> =>
      queries
        .updateTable("sessions")
        .set((update) => ({ wrong_codes: update("wrong_codes", "+", 1) }))
        .where("id_hash", "=", idHash)
        .where("second_factor_pending", "=", 1)
        .where("expires_time", ">", now)
        .where("wrong_codes", "<", limit)
        .returningAll()
        .executeTakeFirst(),

    /** Ends a waiting session; true for one of several concurrent requests. */
    takePending: async (idHash: string): Promise<boolean> =>
      (
        await queries
          .deleteFrom("sessions")
          .where("id_hash", "=", idHash)
          .where("second_factor_pending", "=", 1)
          .executeTakeFirst()
      ).numDeletedRows > 0n,

    insert: async (row: NewSession): Promise<void> => {
      await queries.insertInto("sessions").values(row).execute();
    },

    prolong: async (
      idHash: string,
      times: { last_seen_time: number; expires_time: number },
    ): Promise<void> => {
      await queries.updateTable("sessions").set(times).where("id_hash", "=", idHash).execute();
    },

    delete: async (idHash: string): Promise<void> => {
      await queries.deleteFrom("sessions").where("id_hash", "=", idHash).execute();
    },

    /** Marks all sessions of the user as signed in without two factors. */
    forgetTwoFactors: async (userId: number): Promise<void> => {
      await queries.updateTable("sessions").set({ two_factors: 0 }).where("user_id", "=", userId).execute();
    },

    /**
     * Ends every session of a user, except one if given, and the code for Telegram that one of them may have issued.
     * Returns how many signed-in sessions there were.
     */
    deleteOfUser: async (userId: number, exceptIdHash = ""): Promise<number> => {
      await createOneTimeCodeRepository(queries).deleteOf(telegramCode, String(userId));
      const ended = await queries
        .deleteFrom("sessions")
        .where("user_id", "=", userId)
        .where("id_hash", "!=", exceptIdHash)
        .returning("second_factor_pending")
        .execute();
      return ended.filter((row) => row.second_factor_pending === 0).length;
    },

    deleteExpired: async (now: number): Promise<void> => {
      await queries.deleteFrom("sessions").where("expires_time", "<=", now).execute();
    },
  };
}
