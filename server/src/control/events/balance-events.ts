import type { EventRepository } from "../../storage/repositories/event-repository.ts";
import type { OpenStreams } from "./open-streams.ts";

/** Users of one statement. */
const batch = 500;

/** Notifies users that their balance changed, for any cause: a call, a top-up, an administrator. */
export function createBalanceEvents(rows: EventRepository, streams: OpenStreams) {
  let known = new Map<number, string>();

  return {
    async look(): Promise<void> {
      const users = streams.usersOf("account");
      const now = new Map<number, string>();
      for (let start = 0; start < users.length; start += batch)
        for (const { id, quota, uncollected, leased } of await rows.balancesOf(
          users.slice(start, start + batch),
        ))
          now.set(id, `${quota + leased}:${uncollected}`);
      for (const [id, balance] of now) {
        const before = known.get(id);
        if (before !== undefined && before !== balance) streams.send({ name: "balance", data: {} }, id);
      }
      known = now;
    },
    reset(): void {
      known = new Map();
    },
  };
}
