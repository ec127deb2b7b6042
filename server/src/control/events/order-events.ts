import type { EventRepository } from "../../storage/repositories/event-repository.ts";
import type { OpenStreams } from "./open-streams.ts";

/** PostgreSQL commits ids out of order: this many before the newest one are read again. */
const trailingIds = 200;
const mostEvents = 1000;

/** Notifies users of changes of their orders by any process: each is an entry of a timeline. */
export function createOrderEvents(rows: EventRepository, streams: OpenStreams) {
  /** Replaced when the last stream ends: a query that is still running then counts for no later stream. */
  let state: { known?: { newest: number; seen: ReadonlySet<number> } } = {};

  const idsOf = (events: { id: number }[]) => new Set(events.map(({ id }) => id));

  /** Later changes are sent from when this resolves. */
  async function begin(): Promise<void> {
    const own = state;
    if (own.known) return;
    const newest = await rows.lastOrderEvent();
    const events = await rows.orderEventsAfter(newest - trailingIds, mostEvents);
    // Another stream may have begun first.
    own.known ??= { newest, seen: idsOf(events) };
  }

  return {
    begin,
    async look(): Promise<void> {
      const own = state;
      if (!own.known) return begin();
      const { newest, seen } = own.known;
      const events = await rows.orderEventsAfter(newest - trailingIds, mostEvents);
      if (own !== state) return;
      own.known = { newest: Math.max(newest, events.at(-1)?.id ?? 0), seen: idsOf(events) };
      const fresh = events.filter(({ id }) => !seen.has(id));
      for (const { trade_no, user_id } of new Map(fresh.map((event) => [event.trade_no, event])).values())
        streams.send({ name: "order", data: { trade_no } }, user_id);
    },
    /** There is no subscriber: the next query only finds its start. */
    reset(): void {
      state = {};
    },
  };
}
