import { type EndReason, endReasons, outcomeCode } from "@tollgate/contract/call-outcome";
import { logTypes } from "@tollgate/contract/log-types";
import { sql } from "kysely";
import type { Database } from "../storage/database.ts";

/** `JSON.stringify` writes the field in this form, and escapes quotes inside values. */
const endsBy = (end: EndReason) => sql<boolean>`metadata like ${sql.lit(`%"end_reason":"${end}"%`)}`;

const outcomeOfRow = sql<number>`case ${sql.join(
  endReasons
    .filter((end) => outcomeCode(end) !== 0)
    .map((end) => sql`when ${endsBy(end)} then ${sql.lit(outcomeCode(end))}`),
  sql` `,
)} else 0 end`;

/** Highest id of the log; 0 while it is empty. */
export async function lastLogId({ queries }: Database): Promise<number> {
  const row = await queries.selectFrom("logs").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** Rows with ids from `from` up to but not including `until`, and the progress of the job before and after them. */
export interface OutcomeBatch {
  job: string;
  from: number;
  until: number;
  progress: { before: string; after: string };
}

/**
 * Sets the outcome of log rows that were booked before outcomes were stored, and adds them to the roll-up by outcome.
 * One transaction with the job's progress: false if another process did this batch, and then nothing changed.
 */
export async function fillOutcomes(database: Database, batch: OutcomeBatch): Promise<boolean> {
  const { dialect } = database;
  const { job, from, until, progress } = batch;
  // Rows of several rejected calls begin with their number.
  const calls = sql`case when channel_id = 0 and metadata like '{"calls":%'
    then ${dialect.jsonInteger("metadata", "calls")} else 1 end`;
  const unfilled = sql`id >= ${from} and id < ${until} and type = ${sql.lit(logTypes.consumption)} and outcome = 0
    and not (${endsBy("completed")})`;
  return database.transaction(async (queries) => {
    const turn = await queries
      .updateTable("job_runs")
      .set({ progress: progress.after })
      .where("name", "=", job)
      .where("progress", "=", progress.before)
      .executeTakeFirst();
    if (turn.numUpdatedRows === 0n) return false;
    await sql`
      insert into usage_hourly_outcomes (hour, user_id, channel_id, model_name, outcome, request_count, quota, prompt_tokens,
        completion_tokens)
      select hour, user_id, channel_id, model_name, ended, sum(calls), sum(quota), sum(prompt_tokens), sum(completion_tokens)
      from (select created_at - created_at % 3600 as hour, user_id, channel_id, model_name, ${outcomeOfRow} as ended,
          ${calls} as calls, quota, prompt_tokens, completion_tokens
        from logs where ${unfilled}) as old
      where ended <> 0 group by hour, user_id, channel_id, model_name, ended
      on conflict (hour, user_id, channel_id, model_name, outcome) do update set
        request_count = usage_hourly_outcomes.request_count + excluded.request_count,
        quota = usage_hourly_outcomes.quota + excluded.quota,
        prompt_tokens = usage_hourly_outcomes.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = usage_hourly_outcomes.completion_tokens + excluded.completion_tokens`.execute(
      queries,
    );
    await sql`update logs set outcome = ${outcomeOfRow} where ${unfilled}`.execute(queries);
    return true;
  });
}
