import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * The outcome of each call, as a column with partial indexes: successful calls are in neither, so most inserts cost
 * nothing more. The default fills no rows, so the migration only reads the table; `jobs/fill-outcomes.ts` classifies
 * older rows later.
 */
export const logOutcomes: Migration = {
  name: "0024-log-outcomes",
  creates: ["usage_hourly_outcomes", "usage_hourly_tokens"],
  async up(schema, { bigint }) {
    await schema.schema
      .alterTable("logs")
      .addColumn("outcome", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`create index logs_outcome on logs (outcome, created_at desc, id desc) where outcome <> 0`.execute(
      schema,
    );
    await sql`create index logs_user_outcome on logs (user_id, outcome, created_at desc, id desc) where outcome <> 0`.execute(
      schema,
    );

    await schema.schema
      .createTable("usage_hourly_outcomes")
      .addColumn("hour", bigint, (c) => c.notNull())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("channel_id", bigint, (c) => c.notNull())
      .addColumn("model_name", "text", (c) => c.notNull())
      .addColumn("outcome", "integer", (c) => c.notNull())
      .addColumn("request_count", bigint, (c) => c.notNull())
      .addColumn("quota", bigint, (c) => c.notNull())
      .addColumn("prompt_tokens", bigint, (c) => c.notNull())
      .addColumn("completion_tokens", bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint("usage_hourly_outcomes_key", [
        "hour",
        "user_id",
        "channel_id",
        "model_name",
        "outcome",
      ])
      .execute();

    await schema.schema
      .createTable("usage_hourly_tokens")
      .addColumn("token_id", bigint, (c) => c.notNull())
      .addColumn("hour", bigint, (c) => c.notNull())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("request_count", bigint, (c) => c.notNull())
      .addColumn("quota", bigint, (c) => c.notNull())
      .addColumn("prompt_tokens", bigint, (c) => c.notNull())
      .addColumn("completion_tokens", bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint("usage_hourly_tokens_key", ["token_id", "hour"])
      .execute();
  },
};
