import { type Insertable, type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { NoticesTable } from "../tables/notices.ts";
import { offsetOf, type PageRequest, type RowPage } from "./list-page.ts";

export type NewNoticeRow = Insertable<NoticesTable>;
/** A message without its content. */
export type NoticeRow = Omit<Selectable<NoticesTable>, "body_encrypted" | "seal_ref" | "delivered">;
export type NoticeRepository = ReturnType<typeof createNoticeRepository>;

export interface NoticeFilter {
  /** 0: of every channel. */
  channel_id: number;
  event: string;
  status: string;
}

/** Messages of a channel that wait too long; `since` and `reason` are of the oldest. */
export interface StuckNotices {
  channel_id: number;
  channel_name: string;
  waiting: number;
  since: number;
  reason: string;
}

const columns = [
  "id",
  "created_time",
  "channel_id",
  "channel_name",
  "event",
  "subject",
  "label",
  "count",
  "status",
  "attempts",
  "next_time",
  "sent_time",
  "last_error",
] as const;

/** A literal, since a partial index is matched by the text of a statement and not by its parameters. */
const isQueued = sql.lit("queued");

export function createNoticeRepository(queries: Queries) {
  const queued = (id: number) =>
    queries.updateTable("notices").where("id", "=", id).where("status", "=", "queued");
  const filtered = ({ channel_id, event, status }: NoticeFilter) =>
    queries
      .selectFrom("notices")
      .$if(channel_id !== 0, (query) => query.where("channel_id", "=", channel_id))
      .$if(event !== "", (query) => query.where("event", "=", event))
      .$if(status !== "", (query) => query.where("status", "=", status));
  return {
    /**
     * Adds a message, or merges it into the one about the same subject that was not tried yet, which then has the
     * latest content.
     */
    collect: async (row: NewNoticeRow): Promise<void> => {
      await queries
        .insertInto("notices")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(["channel_id", "event", "subject"])
            .where("status", "=", isQueued)
            .where("attempts", "=", sql.lit(0))
            .doUpdateSet((b) => ({
              count: b("notices.count", "+", 1),
              label: row.label,
              seal_ref: row.seal_ref,
              body_encrypted: row.body_encrypted,
            })),
        )
        .execute();
    },

    /** When the last message about a subject was created, and sent (0: not yet). */
    lastAbout: (channelId: number, event: string, subject: string) =>
      queries
        .selectFrom("notices")
        .select(["created_time", "sent_time"])
        .where("channel_id", "=", channelId)
        .where("event", "=", event)
        .where("subject", "=", subject)
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst(),

    /** Channels with a message that is due. */
    dueChannels: async (now: number): Promise<number[]> => {
      const rows = await queries
        .selectFrom("notices")
        .select("channel_id")
        .distinct()
        .where("status", "=", isQueued)
        .where("next_time", "<=", now)
        .execute();
      return rows.map((row) => row.channel_id);
    },

    /** The message of a channel that has been due the longest. */
    findDue: (channelId: number, now: number) =>
      queries
        .selectFrom("notices")
        .select(["id", "next_time"])
        .where("status", "=", isQueued)
        .where("channel_id", "=", channelId)
        .where("next_time", "<=", now)
        .orderBy("next_time")
        .orderBy("id")
        .limit(1)
        .executeTakeFirst(),

    /**
     * Claims one attempt: the current row with its body; undefined after a concurrent claim. Without a recorded result,
     * the message is due again at `until`.
     */
    take: (id: number, seenNextTime: number, until: number) =>
      queued(id)
        .where("next_time", "=", seenNextTime)
        .set((b) => ({ attempts: b("attempts", "+", 1), next_time: until }))
        .returningAll()
        .executeTakeFirst(),

    settleSent: async (id: number, now: number): Promise<void> => {
      const sent = { status: "sent", body_encrypted: "", next_time: 0, sent_time: now, last_error: "" };
      await queued(id).set(sent).execute();
    },

    settleFailed: async (id: number, error: string): Promise<void> => {
      const failed = { status: "failed", body_encrypted: "", next_time: 0, last_error: error };
      await queued(id).set(failed).execute();
    },

    postpone: async (
      id: number,
      change: { next_time: number; last_error: string; delivered: string },
    ): Promise<void> => {
      await queued(id).set(change).execute();
    },

    /** Postpones all attempts of a channel until `until`. */
    holdBack: async (channelId: number, until: number): Promise<void> => {
      await queries
        .updateTable("notices")
        .set({ next_time: until })
        .where("channel_id", "=", channelId)
        .where("status", "=", "queued")
        .where("next_time", "<", until)
        .execute();
    },

    /** Queued messages of each channel. */
    waiting: async (): Promise<Map<number, number>> => {
      const rows = await queries
        .selectFrom("notices")
        .select((b) => ["channel_id", b.fn.countAll<number>().as("count")])
        .where("status", "=", "queued")
        .groupBy("channel_id")
        .execute();
      return new Map(rows.map(({ channel_id, count }) => [channel_id, count]));
    },

    /** Channels with tried and still waiting messages created at `until` or before. */
    stuckSince: async (until: number): Promise<StuckNotices[]> => {
      const stuck = queries
        .selectFrom("notices")
        .where("status", "=", "queued")
        .where("attempts", ">", 0)
        .where("created_time", "<=", until);
      const groups = await stuck
        .select((b) => ["channel_id", b.fn.min("id").as("first"), b.fn.countAll<number>().as("waiting")])
        .groupBy("channel_id")
        .execute();
      if (groups.length === 0) return [];
      const first = await queries
        .selectFrom("notices")
        .select(["channel_id", "channel_name", "created_time", "last_error"])
        .where(
          "id",
          "in",
          groups.map((group) => group.first),
        )
        .orderBy("id")
        .execute();
      const waiting = new Map(groups.map((group) => [group.channel_id, group.waiting]));
      return first.map(({ channel_id, channel_name, created_time, last_error }) => ({
        channel_id,
        channel_name,
        waiting: waiting.get(channel_id) ?? 0,
        since: created_time,
        reason: last_error,
      }));
    },

    page: async (request: PageRequest, filter: NoticeFilter): Promise<RowPage<NoticeRow>> => {
      const { count } = await filtered(filter)
        .select((b) => b.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      const first = request.order[0];
      const rows = await filtered(filter)
        .select(columns)
        .orderBy("id", first !== undefined && !first.descending ? "asc" : "desc")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute();
      return { rows, total: count };
    },

    /** Deletes the waiting messages of a channel. */
    deleteQueued: async (channelId: number): Promise<void> => {
      await queries
        .deleteFrom("notices")
        .where("channel_id", "=", channelId)
        .where("status", "=", "queued")
        .execute();
    },

    deleteUntil: async (time: number): Promise<void> => {
      await queries.deleteFrom("notices").where("created_time", "<=", time).execute();
    },
  };
}
