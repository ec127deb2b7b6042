import { type ColumnBuilderCallback, sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * Roll-ups of how attempts at channels end, so that no list reads the log for it, and observed capabilities of
 * channels.
 */
export const channelHealth: Migration = {
  name: "0022-channel-health",
  creates: ["channel_health"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    let table = schema.schema
      .createTable("channel_health")
      .addColumn("channel_id", bigint, (c) => c.notNull())
      .addColumn("span", "integer", (c) => c.notNull())
      .addColumn("start", bigint, (c) => c.notNull());
    for (const count of counts) table = table.addColumn(count, bigint, (c) => c.notNull());
    await table.addPrimaryKeyConstraint("channel_health_key", ["channel_id", "span", "start"]).execute();
    for (const column of ["status_problem", "capabilities", "model_check"])
      await schema.schema.alterTable("channels").addColumn(column, "text", emptyText).execute();
    await schema.schema.alterTable("channel_events").addColumn("problem", "text", emptyText).execute();
    // Old spans are deleted by age.
    await sql`create index channel_health_age on channel_health (span, start)`.execute(schema);
  },
};

const emptyText: ColumnBuilderCallback = (c) => c.notNull().defaultTo("");

const counts = [
  "successes",
  "authentication",
  "no_balance",
  "rate_limit",
  "timeout",
  "server_error",
  "bad_answer",
  "not_found",
  "wrong_request",
  "connection",
  "first_token_sum",
  "first_token_count",
  "response_sum",
];
