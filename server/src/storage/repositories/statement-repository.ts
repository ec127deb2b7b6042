import { sql } from "kysely";
import type { Database } from "../database.ts";

/** A month of a user: `from` included, `until` excluded, epoch seconds on full hours. */
export interface UserSpan {
  userId: number;
  from: number;
  until: number;
}

export interface UsageSums {
  request_count: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  request_time: number;
}

export interface ChangeRow {
  created_at: number;
  kind: string;
  amount: number;
  remark: string;
}

export type StatementRepository = ReturnType<typeof createStatementRepository>;

const sum = (column: keyof UsageSums) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column);
const sums = [
  sum("request_count"),
  sum("quota"),
  sum("prompt_tokens"),
  sum("completion_tokens"),
  sum("request_time"),
] as const;

/**
 * Sums of statements: entries that are no calls, by an index without those of calls, and calls from the hourly roll-up.
 */
export function createStatementRepository({ reads, dialect }: Database) {
  const changes = (userId: number) =>
    reads
      .selectFrom("ledger_entries")
      // A literal, so that the partial index is used.
      .where(sql<boolean>`kind <> 'usage'`)
      .where("user_id", "=", userId);
  const usage = (userId: number) => reads.selectFrom("usage_hourly").where("user_id", "=", userId);

  return {
    changesBefore: async (userId: number, until: number): Promise<number> =>
      Number(
        (
          await changes(userId)
            .where("created_at", "<", until)
            .select((b) => b.fn.coalesce(b.fn.sum<number>("amount"), b.lit(0)).as("amount"))
            .executeTakeFirstOrThrow()
        ).amount,
      ),

    usedBefore: async (userId: number, until: number): Promise<number> =>
      Number(
        (
          await usage(userId)
            .where("hour", "<", until)
            .select([sum("quota")])
            .executeTakeFirstOrThrow()
        ).quota,
      ),

    changeSums: (span: UserSpan): Promise<{ kind: string; amount: number; count: number }[]> =>
      changes(span.userId)
        .where("created_at", ">=", span.from)
        .where("created_at", "<", span.until)
        .select((b) => ["kind", b.fn.sum<number>("amount").as("amount"), b.fn.countAll<number>().as("count")])
        .groupBy("kind")
        .execute(),

    /** Oldest first, at most `limit`. */
    changes: (span: UserSpan, limit: number): Promise<ChangeRow[]> =>
      changes(span.userId)
        .where("created_at", ">=", span.from)
        .where("created_at", "<", span.until)
        .select(["created_at", "kind", "amount", "remark"])
        .orderBy("created_at")
        .orderBy("id")
        .limit(limit)
        .execute(),

    /** The most expensive model first. */
    usageByModel: (span: UserSpan): Promise<(UsageSums & { model_name: string })[]> =>
      usage(span.userId)
        .where("hour", ">=", span.from)
        .where("hour", "<", span.until)
        .select(["model_name", ...sums])
        .groupBy("model_name")
        .orderBy("quota", "desc")
        .orderBy("model_name")
        .execute(),

    /** By month in UTC, `YYYY-MM`; months without calls are left out. */
    usageByMonth: (userId: number): Promise<(UsageSums & { month: string })[]> =>
      usage(userId)
        .select((b) => [sql<string>`substr(${dialect.dayOf(b.ref("hour"), 0)}, 1, 7)`.as("month"), ...sums])
        .groupBy("month")
        .execute(),
  };
}
