import { type Outcome, outcomes } from "@tollgate/contract/call-outcome";
import { sql } from "kysely";
import type { Database } from "../database.ts";
import { prefixOf, startsWith } from "./log-filter.ts";

export interface UsageSums {
  request_count: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
}

/** Zeros do not filter, except for `userId`: undefined is all users. Times in epoch seconds. */
export interface UsageFilter {
  /** First hour, included. */
  from: number;
  /** End of the last hour, excluded. */
  until: number;
  userIds: number[] | undefined;
  channelId: number;
  /** As in `LogFilter`. */
  modelName: string;
}

/** Outcomes with a row of their own in the roll-up; calls that succeeded are the remainder of all. */
export type EndedOutcome = Exclude<Outcome, "succeeded">;

export type UsageRepository = ReturnType<typeof createUsageRepository>;

const sum = (column: keyof UsageSums) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column);

/** The hourly roll-up of consumption rows. */
export function createUsageRepository(database: Database) {
  const { queries, reads, dialect } = database;

  async function sumsOf(
    table: "usage_hourly" | "usage_hourly_outcomes",
    filter: UsageFilter,
    outcome: EndedOutcome | "" = "",
  ): Promise<UsageSums> {
    let query = reads
      .selectFrom(table)
      .select([sum("request_count"), sum("quota"), sum("prompt_tokens"), sum("completion_tokens")])
      .where("hour", ">=", filter.from)
      .where("hour", "<", filter.until);
    if (filter.userIds) query = query.where("user_id", "in", filter.userIds);
    if (filter.channelId !== 0) query = query.where("channel_id", "=", filter.channelId);
    const prefix = prefixOf(filter.modelName);
    if (prefix !== undefined) query = query.where(startsWith(sql.ref("model_name"), prefix));
    else if (filter.modelName !== "") query = query.where("model_name", "=", filter.modelName);
    if (outcome !== "") query = query.where(sql<boolean>`outcome = ${outcomes.indexOf(outcome)}`);
    return query.executeTakeFirstOrThrow();
  }

  return {
    /** One user's usage by day and model, the days in a zone `offsetMinutes` east of UTC. */
    byDayAndModel: (userId: number, from: number, offsetMinutes: number) =>
      reads
        .selectFrom("usage_hourly")
        .select((b) => [
          dialect.dayOf(b.ref("hour"), offsetMinutes).as("day"),
          "model_name",
          sum("request_count"),
          sum("quota"),
          sum("prompt_tokens"),
          sum("completion_tokens"),
          // Rejected and cached calls, which no channel answered, would lower every model's latency; tasks would raise it.
          sql<number>`coalesce(sum(case when channel_id = 0 then 0 else request_time - task_time end), 0)`.as(
            "request_time",
          ),
          sql<number>`coalesce(sum(case when channel_id = 0 then 0 else request_count - task_count end), 0)`.as(
            "timed_count",
          ),
        ])
        .where("user_id", "=", userId)
        .where("hour", ">=", from)
        .groupBy(["day", "model_name"])
        .orderBy("day")
        .orderBy("model_name")
        .execute(),

    /** One user's usage by model and spans of `seconds`, hours or days in UTC; both times are included. */
    bySpanAndModel: (userId: number, { from, until }: { from: number; until: number }, seconds: number) => {
      const start = sql<number>`hour - hour % ${sql.lit(seconds)}`;
      return reads
        .selectFrom("usage_hourly")
        .select([
          start.as("start"),
          "model_name",
          sum("request_count"),
          sum("quota"),
          sum("prompt_tokens"),
          sum("completion_tokens"),
        ])
        .where("user_id", "=", userId)
        .where("hour", ">=", from)
        .where("hour", "<=", until)
        .groupBy([start, "model_name"])
        .orderBy("start")
        .orderBy("model_name")
        .execute();
    },

    /**
     * Cost that no balance covered, from a day on (epoch seconds of its start in UTC) and in total. One row for each
     * day is read.
     */
    uncollected: async (
      from: number,
    ): Promise<{ last_30_days: number; last_30_days_calls: number; all_time: number }> => {
      const since = (column: "quota" | "calls") =>
        sql<number>`coalesce(sum(case when day >= ${from} then ${sql.ref(column)} else 0 end), 0)`;
      const row = await reads
        .selectFrom("uncollected_daily")
        .select([
          since("quota").as("recent"),
          since("calls").as("calls"),
          sql<number>`coalesce(sum(quota), 0)`.as("all_time"),
        ])
        .executeTakeFirstOrThrow();
      return {
        last_30_days: Number(row.recent),
        last_30_days_calls: Number(row.calls),
        all_time: Number(row.all_time),
      };
    },

    /** Of calls with any outcome. */
    sums: (filter: UsageFilter): Promise<UsageSums> => sumsOf("usage_hourly", filter),

    /** Of calls with this outcome, or of all that did not succeed. */
    endedSums: (filter: UsageFilter, outcome: EndedOutcome | ""): Promise<UsageSums> =>
      sumsOf("usage_hourly_outcomes", filter, outcome),

    /** A successful call: it used tokens or cost something. Rejected and failed ones do not count. */
    any: async (): Promise<boolean> =>
      (await queries
        .selectFrom("usage_hourly")
        .select("hour")
        .where((b) => b.or([b("completion_tokens", ">", 0), b("prompt_tokens", ">", 0), b("quota", ">", 0)]))
        .limit(1)
        .executeTakeFirst()) !== undefined,
  };
}
