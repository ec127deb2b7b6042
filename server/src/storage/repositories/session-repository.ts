import type { Insertable } from "kysely";
import type { Queries } from "../database.ts";
import type { SessionsTable } from "../tables/sessions.ts";

export type NewSession = Insertable<SessionsTable>;
export type SessionRepository = ReturnType<typeof createSessionRepository>;

export function createSessionRepository(queries: Queries) {
  return {
    /** The session with its user as both are now; undefined if unknown or run out. */
    findWithUser: (idHash: string, now: number) =>
      queries
        .selectFrom("sessions")
        .innerJoin("users", "users.id", "sessions.user_id")
        .select([
          "sessions.last_seen_time",
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

    /** Ends every session of a user, except one if named. */
    deleteOfUser: async (userId: number, exceptIdHash = ""): Promise<void> => {
      await queries
        .deleteFrom("sessions")
        .where("user_id", "=", userId)
        .where("id_hash", "!=", exceptIdHash)
        .execute();
    },

    deleteExpired: async (now: number): Promise<void> => {
      await queries.deleteFrom("sessions").where("expires_time", "<=", now).execute();
    },
  };
}
