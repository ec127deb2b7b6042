import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Roll-ups of how attempts at channels end, so that no list reads the log for it. */
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
    // Old spans are deleted by age.
    await sql`create index channel_health_age on channel_health (span, start)`.execute(schema);
  },
};

const counts = [
  "successes",
  "authentication",
  "no_balance",
  "rate_limit",
  "timeout",
  "server_error",
  "not_found",
  "wrong_request",
  "connection",
  "first_token_sum",
  "first_token_count",
  "response_sum",
];
