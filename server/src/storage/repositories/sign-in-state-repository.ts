import type { Insertable, Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { SignInStatesTable } from "../tables/sign-in-states.ts";

export type SignInStateRow = Selectable<SignInStatesTable>;
export type SignInStateRepository = ReturnType<typeof createSignInStateRepository>;

export function createSignInStateRepository(queries: Queries) {
  return {
    insert: async (row: Insertable<SignInStatesTable>): Promise<void> => {
      await queries.insertInto("sign_in_states").values(row).execute();
    },

    find: (stateHash: string): Promise<SignInStateRow | undefined> =>
      queries.selectFrom("sign_in_states").selectAll().where("state_hash", "=", stateHash).executeTakeFirst(),

    /** True if a sign-in of this browser is under way. */
    browserHasAny: async (browserHash: string, now: number): Promise<boolean> =>
      (await queries
        .selectFrom("sign_in_states")
        .select("state_hash")
        .where("browser_hash", "=", browserHash)
        .where("expires_time", ">", now)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /**
     * Begins an attempt: for one of several concurrent requests. A state without a service becomes `method`'s.
     * Undefined if another attempt is running, `limit` is reached, or the state is another service's or has expired.
     */
    claim: (
      stateHash: string,
      claim: { method: string; until: number; limit: number; now: number },
    ): Promise<SignInStateRow | undefined> =>
      queries
        .updateTable("sign_in_states")
        .set((update) => ({
          attempts: update("attempts", "+", 1),
          claimed_until: claim.until,
          method: claim.method,
        }))
        .where("state_hash", "=", stateHash)
        .where("method", "in", ["", claim.method])
        .where("claimed_until", "<=", claim.now)
        .where("expires_time", ">", claim.now)
        .where("attempts", "<", claim.limit)
        .returningAll()
        .executeTakeFirst(),

    /**
     * Ends an attempt without using the state up. `attempts` identifies the attempt: a late one must not end its
     * successor.
     */
    release: async (stateHash: string, attempts: number): Promise<void> => {
      await queries
        .updateTable("sign_in_states")
        .set({ claimed_until: 0 })
        .where("state_hash", "=", stateHash)
        .where("attempts", "=", attempts)
        .execute();
    },

    /** Uses the state up; undefined if it was, or if a later attempt has taken over. */
    consume: (stateHash: string, attempts: number): Promise<SignInStateRow | undefined> =>
      queries
        .deleteFrom("sign_in_states")
        .where("state_hash", "=", stateHash)
        .where("attempts", "=", attempts)
        .returningAll()
        .executeTakeFirst(),

    deleteExpired: async (until: number): Promise<void> => {
      await queries.deleteFrom("sign_in_states").where("expires_time", "<=", until).execute();
    },

    /** Records a used code; false if it was used before. */
    useCode: async (codeHash: string, expires: number, now: number): Promise<boolean> => {
      await queries.deleteFrom("used_sign_in_codes").where("expires_time", "<=", now).execute();
      const inserted = await queries
        .insertInto("used_sign_in_codes")
        .values({ code_hash: codeHash, expires_time: expires })
        .onConflict((conflict) => conflict.column("code_hash").doNothing())
        .returning("code_hash")
        .executeTakeFirst();
      return inserted !== undefined;
    },
  };
}
