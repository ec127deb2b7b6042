import { healthCounts } from "@tollgate/contract/channel-health";
import type { Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { ChannelHealthTable } from "../tables/channel-health.ts";

export type ChannelHealthRow = Selectable<ChannelHealthTable>;
export type ChannelHealthRepository = ReturnType<typeof createChannelHealthRepository>;

/** Roll-ups of how attempts at channels ended. */
export function createChannelHealthRepository(queries: Queries) {
  return {
    /**
     * Adds counts to those of other processes. No channel, span and start may occur twice; in a fixed order, against
     * deadlocks.
     */
    add: async (rows: readonly ChannelHealthRow[]): Promise<void> => {
      await queries
        .insertInto("channel_health")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(["channel_id", "span", "start"])
            .doUpdateSet((b) =>
              Object.fromEntries(
                healthCounts.map((name) => [
                  name,
                  b(`channel_health.${name}`, "+", b.ref(`excluded.${name}`)),
                ]),
              ),
            ),
        )
        .execute();
    },

    /** Rows of these channels of one span length, from a start on (epoch seconds), by channel and start. */
    since: (channelIds: readonly number[], span: number, start: number): Promise<ChannelHealthRow[]> =>
      queries
        .selectFrom("channel_health")
        .selectAll()
        .where("channel_id", "in", channelIds)
        .where("span", "=", span)
        .where("start", ">=", start)
        .orderBy("channel_id")
        .orderBy("start")
        .execute(),

    /** Rows of every channel of one span length, from a start on (epoch seconds). */
    allSince: (span: number, start: number): Promise<ChannelHealthRow[]> =>
      queries
        .selectFrom("channel_health")
        .selectAll()
        .where("span", "=", span)
        .where("start", ">=", start)
        .execute(),

    /** Channels that are not deleted. */
    living: (): Promise<{ id: number; name: string; type: number; status: number }[]> =>
      queries
        .selectFrom("channels")
        .select(["id", "name", "type", "status"])
        .where("deleted_time", "=", 0)
        .execute(),

    /** Deletes rows of one span length that start before `time` (epoch seconds). */
    deleteBefore: async (span: number, time: number): Promise<void> => {
      await queries.deleteFrom("channel_health").where("span", "=", span).where("start", "<", time).execute();
    },
  };
}
