import type { EventRepository } from "../../storage/repositories/event-repository.ts";
import type { OpenStreams } from "./open-streams.ts";

/** PostgreSQL commits ids out of order: this many before the newest one are read again. */
const trailingIds = 200;
const mostEvents = 1000;

/** Notifies users of changes of their orders by any process: each is an entry of a timeline. */
export function createOrderEvents(rows: EventRepository, streams: OpenStreams) {
  let last: number | undefined;
  let seen = new Set<number>();

  /** Later changes are sent from when this resolves. */
  async function begin(): Promise<void> {
    if (last !== undefined) return;
    const newest = await rows.lastOrderEvent();
    const events = await rows.orderEventsAfter(newest - trailingIds, mostEvents);
    // Another stream may have begun first.
    if (last !== undefined) return;
    last = newest;
    seen = new Set(events.map(({ id }) => id));
  }

  return {
    begin,
    async look(): Promise<void> {
      if (last === undefined) return begin();
      const events = await rows.orderEventsAfter(last - trailingIds, mostEvents);
      const fresh = new Map(events.filter(({ id }) => !seen.has(id)).map((event) => [event.trade_no, event]));
      for (const { trade_no, user_id } of fresh.values())
        streams.send({ name: "order", data: { trade_no } }, user_id);
      last = Math.max(last, events.at(-1)?.id ?? 0);
      seen = new Set(events.map(({ id }) => id));
    },
    /** There is no subscriber: the next query only finds its start. */
    reset(): void {
      last = undefined;
    },
  };
}
