import type { Insertable, Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { ChannelEventsTable } from "../tables/channel-events.ts";
import { offsetOf, type PageRequest, type RowPage } from "./list-page.ts";

export type ChannelEventRow = Selectable<ChannelEventsTable>;
export type NewChannelEvent = Insertable<ChannelEventsTable>;
export type ChannelEventRepository = ReturnType<typeof createChannelEventRepository>;

/** Timelines, newest first. Events are added and never changed; old ones are deleted. */
export function createChannelEventRepository(queries: Queries) {
  const of = (channelId: number) => queries.selectFrom("channel_events").where("channel_id", "=", channelId);
  return {
    insert: async (events: NewChannelEvent[]): Promise<void> => {
      if (events.length > 0) await queries.insertInto("channel_events").values(events).execute();
    },

    page: async (channelId: number, request: PageRequest): Promise<RowPage<ChannelEventRow>> => ({
      rows: await of(channelId)
        .selectAll()
        .orderBy("id", "desc")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute(),
      total: (
        await of(channelId)
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    }),

    /** True if the channel has such an event of that key since a moment (epoch seconds). */
    hasOfKey: async (
      channelId: number,
      { kind, keyHint, keyIndex, since }: { kind: string; keyHint: string; keyIndex: number; since: number },
    ) =>
      (await of(channelId)
        .select("id")
        .where("kind", "=", kind)
        .where("key_index", "=", keyIndex)
        .where("key_hint", "=", keyHint)
        .where("created_at", ">=", since)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** The newest event of these kinds of each channel, without those that a caller's request caused. */
    newestWithoutRequest: async (
      channelIds: readonly number[],
      kinds: readonly string[],
    ): Promise<Pick<ChannelEventRow, "channel_id" | "kind" | "reason" | "problem">[]> =>
      channelIds.length === 0
        ? []
        : await queries
            .selectFrom("channel_events")
            .select(["channel_id", "kind", "reason", "problem"])
            .where("id", "in", (inner) =>
              inner
                .selectFrom("channel_events")
                .select((b) => b.fn.max("id").as("id"))
                .where("channel_id", "in", channelIds)
                .where("kind", "in", kinds)
                .where("request_id", "=", "")
                .groupBy("channel_id"),
            )
            .execute(),

    /** Keeps the newest `keep` among a channel's events of these kinds. */
    prune: async (channelId: number, kinds: readonly string[], keep: number): Promise<void> => {
      const last = await of(channelId)
        .select("id")
        .where("kind", "in", kinds)
        .orderBy("id", "desc")
        .offset(keep)
        .limit(1)
        .executeTakeFirst();
      if (!last) return;
      await queries
        .deleteFrom("channel_events")
        .where("channel_id", "=", channelId)
        .where("kind", "in", kinds)
        .where("id", "<=", last.id)
        .execute();
    },

    deleteOf: async (channelIds: number[]): Promise<void> => {
      await queries.deleteFrom("channel_events").where("channel_id", "in", channelIds).execute();
    },
  };
}
