import { type Selectable, sql } from "kysely";
import { compileOnce } from "../compile-once.ts";
import type { Database } from "../database.ts";
import type { LedgerEntriesTable } from "../tables/ledger-entries.ts";
import type { TasksTable } from "../tables/tasks.ts";
import { offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";

export type StoredTask = Selectable<TasksTable>;
export type TaskRepository = ReturnType<typeof createTaskRepository>;

/** Filter of a list; empty texts, lists and zeros do not filter. Times are epoch milliseconds. */
export interface TaskFilter {
  platform: string;
  /** The list excludes this platform. */
  exceptPlatform: string;
  /** Undefined: of all users. */
  userIds: readonly number[] | undefined;
  username: string;
  tokenId: number;
  channelId: number;
  taskId: string;
  action: string;
  statuses: readonly StoredTask["status"][];
  from: number;
  until: number;
}

const orderable = [
  "id",
  "user_id",
  "platform",
  "accept_code",
  "action",
  "task_id",
  "submitted_at",
  "started_at",
  "finished_at",
  "status",
  "channel_id",
];
/** Characters of a result that a list shows. */
const listedResultMost = 65_536;

/** Channel keys with due tasks, and since when. */
export interface DueGroup {
  platform: string;
  channel_id: number;
  channel_key: number;
  since: number;
}

/** Reads tasks; the writer thread changes them (`ledger/task-ledger.ts`). */
export function createTaskRepository({ queries, reads }: Pick<Database, "queries" | "reads">) {
  const filtered = (filter: TaskFilter) => {
    let query = reads.selectFrom("tasks");
    if (filter.platform !== "") query = query.where("platform", "=", filter.platform);
    if (filter.exceptPlatform !== "") query = query.where("platform", "<>", filter.exceptPlatform);
    if (filter.userIds) query = query.where("user_id", "in", filter.userIds);
    if (filter.username !== "") query = query.where("username", "=", filter.username);
    if (filter.tokenId > 0) query = query.where("token_id", "=", filter.tokenId);
    if (filter.channelId > 0) query = query.where("channel_id", "=", filter.channelId);
    if (filter.taskId !== "") query = query.where("task_id", "=", filter.taskId);
    if (filter.action !== "") query = query.where("action", "=", filter.action);
    if (filter.statuses.length > 0) query = query.where("status", "in", filter.statuses);
    if (filter.from > 0) query = query.where("submitted_at", ">=", filter.from);
    if (filter.until > 0) query = query.where("submitted_at", "<=", filter.until);
    return query;
  };
  const dueGroups = compileOnce({ now: 0, most: 0 }, ({ now, most }) =>
    queries
      .selectFrom("tasks")
      .select((b) => ["platform", "channel_id", "channel_key", b.fn.min("due_at").as("since")])
      .where("due_at", ">", sql.lit(0))
      .where("due_at", "<=", now)
      .where("lease_until", "<=", now)
      .groupBy(["platform", "channel_id", "channel_key"])
      .orderBy("since")
      .limit(most),
  );
  const dueNotices = compileOnce({ now: 0, most: 0 }, ({ now, most }) => {
    const due = queries
      .selectFrom("tasks")
      .select((b) => [
        "id",
        b.fn
          .agg<number>("row_number")
          .over((over) => over.partitionBy("user_id").orderBy("notify_at"))
          .as("turn"),
      ])
      .where("notify_at", ">", sql.lit(0))
      .where("notify_at", "<=", now)
      .where("lease_until", "<=", now);
    return queries
      .selectFrom(due.as("due"))
      .innerJoin("tasks", "tasks.id", "due.id")
      .selectAll("tasks")
      .orderBy("due.turn")
      .orderBy("tasks.notify_at")
      .limit(most);
  });

  return {
    /** A page without results that are too long for a list. */
    page: async (request: PageRequest, filter: TaskFilter): Promise<RowPage<StoredTask>> => {
      const rows = await orderBy(
        filtered(filter)
          .selectAll()
          .select(
            sql<string>`case when length(result) <= ${sql.lit(listedResultMost)} then result else '' end`.as(
              "result",
            ),
          ),
        request.order,
        orderable,
        "id",
      )
        .limit(request.size)
        .offset(offsetOf(request))
        .execute();
      const { count } = await filtered(filter)
        .select((b) => b.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return { rows, total: count };
    },

    /** One task; of the user, if given. */
    find: (taskId: string, userId?: number): Promise<StoredTask | undefined> => {
      const query = queries.selectFrom("tasks").selectAll().where("task_id", "=", taskId);
      return (userId === undefined ? query : query.where("user_id", "=", userId)).executeTakeFirst();
    },

    /** Those of the user's tasks of a platform with these ids, in no order. At most some hundreds. */
    findAll: (userId: number, platform: string, taskIds: readonly string[]): Promise<StoredTask[]> =>
      queries
        .selectFrom("tasks")
        .selectAll()
        .where("user_id", "=", userId)
        .where("platform", "=", platform)
        .where("task_id", "in", taskIds)
        .execute(),

    /** The user's tasks of a platform by id, beyond `after` if it is not 0. */
    latest: (
      owner: { userId: number; platform: string },
      { after, limit, oldestFirst }: { after: number; limit: number; oldestFirst: boolean },
    ): Promise<StoredTask[]> => {
      let query = queries
        .selectFrom("tasks")
        .selectAll()
        .where("user_id", "=", owner.userId)
        .where("platform", "=", owner.platform);
      if (after > 0) query = query.where("id", oldestFirst ? ">" : "<", after);
      return query
        .orderBy("id", oldestFirst ? "asc" : "desc")
        .limit(limit)
        .execute();
    },

    /** Ids of the tasks that continue one, the oldest first. */
    followUps: async (taskId: string, most: number): Promise<string[]> => {
      const rows = await queries
        .selectFrom("tasks")
        .select("task_id")
        .where("continues", "=", taskId)
        .where("continues", "<>", sql.lit(""))
        .orderBy("id")
        .limit(most)
        .execute();
      return rows.map(({ task_id }) => task_id);
    },

    /** The entry that charged a call; undefined for one that cost nothing. */
    ledgerEntry: (requestId: string): Promise<Selectable<LedgerEntriesTable> | undefined> =>
      queries
        .selectFrom("ledger_entries")
        .selectAll()
        .where("id", "=", `usage:${requestId}`)
        .executeTakeFirst(),

    /**
     * Channel keys with due tasks that no process leases, the longest due first. Read each second, so not by `reads`,
     * whose thread ends when idle.
     */
    dueGroups: async (now: number, most: number): Promise<DueGroup[]> =>
      (await queries.executeQuery(dueGroups({ now, most }))).rows,

    /** The number of the user's unfinished tasks: each has its hold. */
    countOpen: async (userId: number): Promise<number> => {
      const held = queries
        .selectFrom("holds")
        .select((b) => b.fn.countAll<number>().as("open"))
        .where("user_id", "=", userId);
      return Number((await held.executeTakeFirstOrThrow()).open);
    },

    /**
     * Tasks whose callers are notified now, the longest due first. One of each user comes before a second one of any,
     * so that unreachable webhooks only delay their own user.
     */
    dueNotices: async (now: number, most: number): Promise<StoredTask[]> =>
      (await queries.executeQuery(dueNotices({ now, most }))).rows,

    /** Tasks that changed at or after a time, the earliest first. */
    changedSince: (time: number, most: number) =>
      queries
        .selectFrom("tasks")
        .select(["id", "task_id", "user_id", "version", "updated_at"])
        .where("updated_at", ">=", time)
        .orderBy("updated_at")
        .limit(most)
        .execute(),

    /** Deletes finished tasks that were submitted before a time, at most `limit`; returns how many. */
    deleteBefore: async (time: number, limit: number): Promise<number> => {
      const oldest = queries
        .selectFrom("tasks")
        .select("id")
        .where("submitted_at", "<", time)
        .where("charge", "<>", "held")
        .orderBy("submitted_at")
        .limit(limit);
      const result = await queries.deleteFrom("tasks").where("id", "in", oldest).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
