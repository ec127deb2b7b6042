import type { BalanceRow, EventRepository } from "../../storage/repositories/event-repository.ts";
import type { OpenStreams } from "./open-streams.ts";

/** Users of one statement. */
const batch = 500;

/** Notifies users that their balance changed, for any cause: a call, a top-up, an administrator. */
export function createBalanceEvents(rows: EventRepository, streams: OpenStreams) {
  const known = new Map<number, string>();

  return {
    async look(): Promise<void> {
      const users = streams.usersOf("account");
      for (let start = 0; start < users.length; start += batch)
        for (const row of await rows.balancesOf(users.slice(start, start + batch))) {
          const before = known.get(row.id);
          const now = balanceOf(row);
          known.set(row.id, now);
          if (before !== undefined && before !== now) streams.send({ name: "balance", data: {} }, row.id);
        }
      const subscribed = new Set(streams.usersOf("account"));
      for (const id of known.keys()) if (!subscribed.has(id)) known.delete(id);
    },
    /** Later changes of this user's balance are sent from when this resolves. */
    async begin(userId: number): Promise<void> {
      if (known.has(userId)) return;
      const [row] = await rows.balancesOf([userId]);
      if (row && !known.has(userId)) known.set(userId, balanceOf(row));
    },
    reset(): void {
      known.clear();
    },
  };
}

/** A balance with its leases, as text to compare. */
const balanceOf = ({ quota, leased, uncollected }: BalanceRow): string => `${quota + leased}:${uncollected}`;
