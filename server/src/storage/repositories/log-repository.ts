import { logTypes } from "@tollgate/contract/log-types";
import { type Selectable, type SqlBool, sql } from "kysely";
import { usageColumnNames } from "../../ledger/usage-row.ts";
import type { Database } from "../database.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { LogsTable } from "../tables/logs.ts";
import { offsetOf, type PageRequest } from "./list-page.ts";
import { type LogFilter, type LogWay, leadsStraight, waysOf, whereOf } from "./log-filter.ts";
import type { UsageSums } from "./usage-repository.ts";

export type LogTableRow = Selectable<LogsTable>;

/** A position in the log: rows are sorted by time, then by id. */
export type LogPosition = Pick<LogTableRow, "created_at" | "id">;

export type LogRepository = ReturnType<typeof createLogRepository>;

/** Higher counts are too slow: the page shows "more than". */
export const logCountCap = 10_000;

const columns = ["id", "type", ...usageColumnNames] as const;

/**
 * Without an index, a search reads this many rows of one user; of all users in order of time twice as many. Sums may
 * take longer than pages. PostgreSQL needs more time per row.
 */
const usualEffort: Record<Dialect["name"], { page: number; sum: number }> = {
  sqlite: { page: 50_000, sum: 100_000 },
  postgres: { page: 12_000, sum: 100_000 },
};

/** Where a search ended before its filter did: rows beyond this second were not read. */
export interface SearchEnd {
  searchedTo: number | undefined;
}

export function createLogRepository(
  { queries, reads, dialect }: Pick<Database, "queries" | "reads" | "dialect">,
  effort = usualEffort[dialect.name],
) {
  const taking = (filter: LogFilter, way: LogWay) => reads.selectFrom("logs").where(whereOf(filter, way));

  /** The time of the last row that may be read; undefined if the path ends before. */
  const endOf = async (filter: LogFilter, way: LogWay, direction: "asc" | "desc", most: number) => {
    const row = await reads
      .selectFrom("logs")
      .select("created_at")
      .where(whereOf(filter, way, true))
      .orderBy("created_at", direction)
      .orderBy("id", direction)
      .limit(1)
      .offset(Math.ceil(most / way.effort))
      .executeTakeFirst();
    return row?.created_at;
  };

  /**
   * The access path to the rows, and how far to read. Where one index contains exactly the requested rows it is read to
   * its end; else the path that is short enough to be read whole; else the one that reaches furthest, up to where it
   * becomes too long.
   */
  async function search(filter: LogFilter, direction: "asc" | "desc", most: number) {
    const ways = waysOf(filter);
    const straight = ways.find((way) => leadsStraight(way, filter));
    if (straight) return { found: taking(filter, straight), searchedTo: undefined };
    let [furthest] = ways;
    let searchedTo: number | undefined;
    for (const way of ways) {
      const end = await endOf(filter, way, direction, most);
      if (end === undefined) return { found: taking(filter, way), searchedTo: undefined };
      if (searchedTo !== undefined && (direction === "desc" ? end >= searchedTo : end <= searchedTo))
        continue;
      furthest = way;
      searchedTo = end;
    }
    const end = searchedTo ?? 0;
    const within = direction === "desc" ? { ...filter, from: end } : { ...filter, until: end };
    return { found: taking(within, furthest), searchedTo };
  }

  /** Rows of several rejected calls begin with their number, so that no other row's JSON is read. */
  const requestCount = sql<number>`coalesce(sum(case when channel_id = 0 and metadata like '{"calls":%'
    then ${dialect.jsonInteger("metadata", "calls")} else 1 end), 0)`;

  const sumsOf = (found: ReturnType<typeof taking>): Promise<UsageSums> =>
    found
      .select([
        requestCount.as("request_count"),
        sql<number>`coalesce(sum(quota), 0)`.as("quota"),
        sql<number>`coalesce(sum(prompt_tokens), 0)`.as("prompt_tokens"),
        sql<number>`coalesce(sum(completion_tokens), 0)`.as("completion_tokens"),
      ])
      .executeTakeFirstOrThrow();

  async function countUpToCap(found: ReturnType<typeof taking>): Promise<number> {
    const { count } = await reads
      .selectFrom(
        found
          .select(sql`1`.as("one"))
          .limit(logCountCap + 1)
          .as("found"),
      )
      .select((b) => b.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  }

  return {
    /**
     * Sorted by time, newest first unless the oldest are requested: the indexes have exactly that order, so nothing is
     * sorted.
     */
    page: async (
      request: PageRequest,
      filter: LogFilter,
    ): Promise<{ rows: LogTableRow[]; total: number; capped: boolean } & SearchEnd> => {
      const first = request.order[0];
      const direction = first !== undefined && !first.descending ? "asc" : "desc";
      const { found, searchedTo } = await search(filter, direction, effort.page);
      const offset = offsetOf(request);
      const rows = await found
        .select(columns)
        .orderBy("created_at", direction)
        .orderBy("id", direction)
        .limit(request.size)
        .offset(offset)
        .execute();
      const last = rows.length < request.size && (rows.length > 0 || offset === 0);
      const count = last ? offset + rows.length : await countUpToCap(found);
      return { rows, total: Math.min(count, logCountCap), capped: count > logCountCap, searchedTo };
    },

    /**
     * A chunk of everything that a filter leaves, newest first: the rows among the next `length` entries of the path
     * following `after`. `end` is where to continue; undefined once nothing is left. A chunk takes the same time,
     * however rare the rows.
     */
    stretch: async (
      filter: LogFilter,
      after: LogPosition | undefined,
      length: number,
    ): Promise<{ rows: LogTableRow[]; end: LogPosition | undefined }> => {
      const [way] = waysOf(filter);
      const behind = after && sql<SqlBool>`(created_at, id) < (${after.created_at}, ${after.id})`;
      let ends = reads
        .selectFrom("logs")
        .select(["created_at", "id"])
        .where(whereOf(filter, way, true));
      if (behind) ends = ends.where(behind);
      const end = await ends
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .offset(length - 1)
        .executeTakeFirst();
      let found = taking(filter, way);
      if (behind) found = found.where(behind);
      if (end) found = found.where(sql<SqlBool>`(created_at, id) >= (${end.created_at}, ${end.id})`);
      // There are no more; without the limit PostgreSQL expects a ninth of the table and reads it all.
      const rows = await found
        .select(columns)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(length)
        .execute();
      return { rows, end };
    },

    /** Undefined: there is no such row, or it is another user's. */
    find: (id: number, userId?: number): Promise<LogTableRow | undefined> => {
      const row = reads.selectFrom("logs").select(columns).where("id", "=", id);
      return (userId === undefined ? row : row.where("user_id", "=", userId)).executeTakeFirst();
    },

    /** Deletes the oldest rows older than `time`, at most `limit`; returns how many. */
    deleteBefore: async (time: number, limit: number): Promise<number> => {
      const oldest = queries
        .selectFrom("logs")
        .select("id")
        .where("created_at", "<", time)
        .orderBy("created_at")
        .orderBy("id")
        .limit(limit);
      const result = await queries.deleteFrom("logs").where("id", "in", oldest).executeTakeFirst();
      return Number(result.numDeletedRows);
    },

    /** Sums over all consumption rows of a short time; the filter's type does not matter. */
    sums: (filter: LogFilter): Promise<UsageSums> => {
      const consumed = { ...filter, type: logTypes.consumption };
      return sumsOf(taking(consumed, waysOf(consumed)[0]));
    },

    /** The same over any time, from the newest on, as far as a search goes. */
    searchSums: async (filter: LogFilter): Promise<UsageSums & SearchEnd> => {
      const { found, searchedTo } = await search(
        { ...filter, type: logTypes.consumption },
        "desc",
        effort.sum,
      );
      return { ...(await sumsOf(found)), searchedTo };
    },
  };
}
