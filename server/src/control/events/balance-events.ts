import type { BalanceRow, EventRepository } from "../../storage/repositories/event-repository.ts";
import type { OpenStreams } from "./open-streams.ts";

/** Users of one statement. */
const batch = 500;

/** Notifies users that their balance changed, for any cause: a call, a top-up, an administrator. */
export function createBalanceEvents(rows: EventRepository, streams: OpenStreams) {
  /** Replaced when the last stream ends: a query that is still running then counts for no later stream. */
  let known = new Map<number, string>();

  return {
    async look(): Promise<void> {
      const own = known;
      const users = streams.usersOf("account");
      for (let start = 0; start < users.length; start += batch) {
        const read = await rows.balancesOf(users.slice(start, start + batch));
        if (own !== known) return;
        for (const row of read) {
          const before = own.get(row.id);
          const now = balanceOf(row);
          own.set(row.id, now);
          if (before !== undefined && before !== now) streams.send({ name: "balance", data: {} }, row.id);
        }
      }
      const subscribed = new Set(streams.usersOf("account"));
      for (const id of own.keys()) if (!subscribed.has(id)) own.delete(id);
    },
    /** Later changes of this user's balance are sent from when this resolves. */
    async begin(userId: number): Promise<void> {
      const own = known;
      if (own.has(userId)) return;
      const [row] = await rows.balancesOf([userId]);
      if (row && !own.has(userId)) own.set(userId, balanceOf(row));
    },
    reset(): void {
      known = new Map();
    },
  };
}

/** A balance with its leases, as text to compare. */
const balanceOf = ({ quota, leased, uncollected }: BalanceRow): string => `${quota + leased}:${uncollected}`;
