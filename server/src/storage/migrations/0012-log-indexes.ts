import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * The logs of one model, of one channel, and of other types than consumption, newest first. Each costs every insert of
 * a log row, except the last two, which contain the few rows of other types.
 */
export const logIndexes: Migration = {
  name: "0012-log-indexes",
  creates: [],
  async up(schema) {
    await sql`create index logs_model on logs (model_name, created_at desc, id desc)`.execute(schema);
    await sql`create index logs_channel on logs (channel_id, created_at desc, id desc)`.execute(schema);
    await sql`create index logs_events on logs (type, created_at desc, id desc) where type <> 2`.execute(
      schema,
    );
    await sql`create index logs_user_events on logs (user_id, type, created_at desc, id desc) where type <> 2`.execute(
      schema,
    );
  },
};
