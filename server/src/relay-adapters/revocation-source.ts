import { tokenStatus } from "@tollgate/contract/tokens";
import { userStatus } from "@tollgate/contract/users";
import type { RevocationSource } from "../relay/ports.ts";
import type { ChangeNotice } from "../snapshot/change-notice.ts";
import type { Database } from "../storage/database.ts";
import type { CachedCallerLookup } from "./caller-lookup.ts";

export interface RevocationDependencies {
  database: Database;
  notice: Pick<ChangeNotice, "subscribe">;
  callers: Pick<CachedCallerLookup, "forgetTokens">;
  onError(error: unknown): void;
  /** For tests: delay of the second check and of a check after a failure. */
  againMilliseconds?: number;
}

/** Ids per query; both databases accept many more. */
const chunkSize = 500;

/**
 * Queries which of the active tokens are still valid, whenever users or tokens changed. Nothing waits for it, and
 * several concurrent changes cause at most one further query.
 * A second check follows, for calls that were being admitted during the first.
 */
export function createRevocationSource(deps: RevocationDependencies): RevocationSource {
  const { database, notice, callers, onError, againMilliseconds = 1000 } = deps;

  async function findAlive(tokenIds: readonly number[]): Promise<Set<number>> {
    const alive = new Set<number>();
    for (let from = 0; from < tokenIds.length; from += chunkSize) {
      const rows = await database.queries
        .selectFrom("tokens")
        .innerJoin("users", "users.id", "tokens.user_id")
        .select("tokens.id")
        .where("tokens.id", "in", tokenIds.slice(from, from + chunkSize))
        .where("tokens.deleted_time", "=", 0)
        .where("tokens.status", "!=", tokenStatus.disabled)
        .where("users.deleted_time", "=", 0)
        .where("users.status", "=", userStatus.enabled)
        .execute();
      for (const row of rows) alive.add(row.id);
    }
    return alive;
  }

  return {
    watch(open, revoke) {
      let looking = false;
      let changed = false;

      async function look(): Promise<void> {
        const tokenIds = [...new Set(open())];
        if (tokenIds.length === 0) return;
        const alive = await findAlive(tokenIds);
        const dead = new Set(tokenIds.filter((id) => !alive.has(id)));
        if (dead.size === 0) return;
        // Another user's change can cause this query before the notice of this one arrives.
        callers.forgetTokens(dead);
        revoke(dead);
      }

      function begin(last: boolean): void {
        changed = true;
        if (looking) return;
        looking = true;
        void (async () => {
          while (changed) {
            changed = false;
            await look();
          }
        })()
          .then(
            () => last || later(true),
            (error: unknown) => {
              onError(error);
              later(false);
            },
          )
          .finally(() => {
            looking = false;
          });
      }

      function later(last: boolean): void {
        setTimeout(() => begin(last), againMilliseconds).unref();
      }

      notice.subscribe("callers", () => begin(false));
    },
  };
}
