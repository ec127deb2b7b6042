import { type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { LogsTable } from "../tables/logs.ts";
import { containsText, offsetOf, type PageRequest } from "./list-page.ts";
import type { UsageSums } from "./usage-repository.ts";

export type LogTableRow = Selectable<LogsTable>;

/** Empty texts and zeros do not filter. Times in epoch seconds, both ends included. */
export interface LogFilter {
  /** Undefined: everybody. */
  userIds: number[] | undefined;
  keyword: string;
  type: number;
  from: number;
  until: number;
  modelName: string;
  tokenName: string;
  requestId: string;
  channelId: number;
  sourceIp: string;
}

export type LogRepository = ReturnType<typeof createLogRepository>;

/** A count beyond this is not worth its time: the page says "more than". */
export const logCountCap = 10_000;

const columns = [
  "id",
  "created_at",
  "type",
  "content",
  "user_id",
  "username",
  "token_id",
  "token_name",
  "model_name",
  "quota",
  "prompt_tokens",
  "completion_tokens",
  "channel_id",
  "request_time",
  "is_stream",
  "source_ip",
  "request_id",
  "metadata",
] as const;

const consumption = 2;

export function createLogRepository(queries: Queries) {
  const filtered = (filter: LogFilter) => {
    let query = queries.selectFrom("logs");
    if (filter.userIds) query = query.where("user_id", "in", filter.userIds);
    if (filter.from !== 0) query = query.where("created_at", ">=", filter.from);
    if (filter.until !== 0) query = query.where("created_at", "<=", filter.until);
    if (filter.requestId !== "") query = query.where("request_id", "=", filter.requestId);
    if (filter.type !== 0) query = query.where("type", "=", filter.type);
    if (filter.modelName !== "") query = query.where("model_name", "=", filter.modelName);
    if (filter.tokenName !== "") query = query.where("token_name", "=", filter.tokenName);
    if (filter.channelId !== 0) query = query.where("channel_id", "=", filter.channelId);
    if (filter.sourceIp !== "") query = query.where("source_ip", "=", filter.sourceIp);
    if (filter.keyword !== "") {
      query = query.where((b) =>
        b.or([
          containsText<"logs">(b, "model_name", filter.keyword),
          containsText<"logs">(b, "token_name", filter.keyword),
          containsText<"logs">(b, "content", filter.keyword),
        ]),
      );
    }
    return query;
  };
  return {
    /**
     * Sorted by time, newest first unless the order asks for the oldest: the two indexes hold exactly that, so a page is
     * read without sorting.
     */
    page: async (
      request: PageRequest,
      filter: LogFilter,
    ): Promise<{ rows: LogTableRow[]; total: number; capped: boolean }> => {
      const first = request.order[0];
      const direction = first !== undefined && !first.descending ? "asc" : "desc";
      const rows = await filtered(filter)
        .select(columns)
        .orderBy("created_at", direction)
        .orderBy("id", direction)
        .limit(request.size)
        .offset(offsetOf(request))
        .execute();
      const { count } = await queries
        .selectFrom(
          filtered(filter)
            .select(sql`1`.as("one"))
            .limit(logCountCap + 1)
            .as("found"),
        )
        .select((b) => b.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return { rows, total: Math.min(count, logCountCap), capped: count > logCountCap };
    },

    /** Sums over consumption rows; the filter's type does not matter. */
    sums: (filter: LogFilter): Promise<UsageSums> =>
      filtered({ ...filter, type: consumption })
        .select([
          sql<number>`count(*)`.as("request_count"),
          sql<number>`coalesce(sum(quota), 0)`.as("quota"),
          sql<number>`coalesce(sum(prompt_tokens), 0)`.as("prompt_tokens"),
          sql<number>`coalesce(sum(completion_tokens), 0)`.as("completion_tokens"),
        ])
        .executeTakeFirstOrThrow(),
  };
}
