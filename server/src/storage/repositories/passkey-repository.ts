import type { Insertable, Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { PasskeyChallengesTable } from "../tables/passkey-challenges.ts";
import type { PasskeysTable } from "../tables/passkeys.ts";

export type PasskeyRow = Selectable<PasskeysTable>;
export type PasskeyRepository = ReturnType<typeof createPasskeyRepository>;

/** Passkeys, and the challenges that browsers sign. */
export function createPasskeyRepository(queries: Queries) {
  return {
    ofUser: (userId: number): Promise<PasskeyRow[]> =>
      queries.selectFrom("passkeys").selectAll().where("user_id", "=", userId).orderBy("id").execute(),

    findByCredentialId: (credentialId: string): Promise<PasskeyRow | undefined> =>
      queries.selectFrom("passkeys").selectAll().where("credential_id", "=", credentialId).executeTakeFirst(),

    userHasAny: async (userId: number): Promise<boolean> =>
      (await queries
        .selectFrom("passkeys")
        .select("id")
        .where("user_id", "=", userId)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    insert: (row: Insertable<PasskeysTable>): Promise<PasskeyRow> =>
      queries.insertInto("passkeys").values(row).returningAll().executeTakeFirstOrThrow(),

    rename: (userId: number, id: number, alias: string): Promise<PasskeyRow | undefined> =>
      queries
        .updateTable("passkeys")
        .set({ alias })
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .returningAll()
        .executeTakeFirst(),

    /** The row that was deleted. */
    delete: (userId: number, id: number): Promise<PasskeyRow | undefined> =>
      queries
        .deleteFrom("passkeys")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .returningAll()
        .executeTakeFirst(),

    deleteOfUser: async (userId: number): Promise<void> => {
      await queries.deleteFrom("passkeys").where("user_id", "=", userId).execute();
    },

    /** Records a use; false if the authenticator has a counter that did not increase, as with a copy of it. */
    used: async (id: number, counter: number, now: number): Promise<boolean> => {
      const update = queries
        .updateTable("passkeys")
        .set({ counter, last_used_time: now })
        .where("id", "=", id)
        .where("counter", counter === 0 ? "=" : "<", counter);
      return (await update.executeTakeFirst()).numUpdatedRows > 0n;
    },

    insertChallenge: async (row: Insertable<PasskeyChallengesTable>): Promise<void> => {
      await queries.insertInto("passkey_challenges").values(row).execute();
    },

    /** Uses a challenge up: for one of several concurrent requests. */
    takeChallenge: (idHash: string, userId: number, now: number) =>
      queries
        .deleteFrom("passkey_challenges")
        .where("id_hash", "=", idHash)
        .where("user_id", "=", userId)
        .where("expires_time", ">", now)
        .returning(["challenge", "alias"])
        .executeTakeFirst(),

    deleteExpiredChallenges: async (now: number): Promise<void> => {
      await queries.deleteFrom("passkey_challenges").where("expires_time", "<=", now).execute();
    },
  };
}
