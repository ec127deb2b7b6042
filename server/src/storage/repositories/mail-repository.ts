import { type Insertable, type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { MailsTable } from "../tables/mails.ts";
import { offsetOf, type PageRequest, type RowPage } from "./list-page.ts";

export type NewMailRow = Insertable<MailsTable>;
/** A mail without its content. */
export type MailRow = Omit<Selectable<MailsTable>, "body_encrypted" | "seal_ref">;
export type MailRepository = ReturnType<typeof createMailRepository>;

const columns = [
  "id",
  "created_time",
  "kind",
  "recipient",
  "language",
  "about",
  "status",
  "attempts",
  "next_time",
  "expires_time",
  "sent_time",
  "last_error",
] as const;

export function createMailRepository(queries: Queries) {
  const queued = (id: number) =>
    queries.updateTable("mails").where("id", "=", id).where("status", "=", "queued");
  return {
    insert: async (row: NewMailRow): Promise<void> => {
      await queries.insertInto("mails").values(row).execute();
    },

    /** The mail that has been due the longest. A user may have thousands of tasks: mails about them delay no code. */
    findDue: (now: number) =>
      queries
        .selectFrom("mails")
        .select(["id", "next_time"])
        .where("status", "=", "queued")
        .where("next_time", "<=", now)
        .orderBy((b) =>
          b.case().when("kind", "=", sql.lit("task_done")).then(sql.lit(1)).else(sql.lit(0)).end(),
        )
        .orderBy("next_time")
        .orderBy("id")
        .limit(1)
        .executeTakeFirst(),

    /**
     * Claims one attempt: the current row with its body; undefined after a concurrent claim. Without a recorded result,
     * the mail is due again at `until`.
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

    postpone: async (id: number, until: number, error: string): Promise<void> => {
      await queued(id).set({ next_time: until, last_error: error }).execute();
    },

    /** True if a mail about this was created at `since` or later. */
    knows: async (about: string, since: number): Promise<boolean> =>
      (await queries
        .selectFrom("mails")
        .select("id")
        .where("about", "=", about)
        .where("about", "!=", "")
        .where("created_time", ">=", since)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /**
     * Tried and still waiting mails created at `until` or before, with the oldest's details; undefined if there are
     * none.
     */
    stuckSince: async (
      until: number,
    ): Promise<{ waiting: number; since: number; reason: string } | undefined> => {
      const stuck = queries
        .selectFrom("mails")
        .where("status", "=", "queued")
        .where("attempts", ">", 0)
        .where("created_time", "<=", until);
      const oldest = await stuck
        .select(["created_time", "last_error"])
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      if (!oldest) return undefined;
      const { waiting } = await stuck
        .select((b) => b.fn.countAll<number>().as("waiting"))
        .executeTakeFirstOrThrow();
      return { waiting, since: oldest.created_time, reason: oldest.last_error };
    },

    /** An empty status does not filter. */
    page: async (request: PageRequest, status: string): Promise<RowPage<MailRow>> => {
      const all = queries.selectFrom("mails");
      const found = status === "" ? all : all.where("status", "=", status);
      const { count } = await found
        .select((b) => b.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      const first = request.order[0];
      const rows = await found
        .select(columns)
        .orderBy("id", first !== undefined && !first.descending ? "asc" : "desc")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute();
      return { rows, total: count };
    },

    deleteUntil: async (time: number): Promise<void> => {
      await queries.deleteFrom("mails").where("created_time", "<=", time).execute();
    },
  };
}
