import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Tasks, and the quota that they hold until they end. */
export const tasks: Migration = {
  name: "0032-tasks",
  creates: ["tasks", "holds"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    let table = schema.schema.createTable("tasks").addColumn("id", dialect.identityType, dialect.identity);
    const texts =
      "task_id platform action mode model_name username token_name request_id continues prompt asked record notify_url " +
      "upstream_id status fail_reason result charge timeline poll_problem lease_owner";
    for (const name of texts.split(" ")) table = table.addColumn(name, "text", (c) => c.notNull());
    const times = "submitted_at expires_at started_at finished_at updated_at due_at notify_at lease_until";
    for (const name of `user_id token_id channel_id quota ${times}`.split(" "))
      table = table.addColumn(name, bigint, (c) => c.notNull());
    for (const name of "channel_key accept_code progress polls notify_tries version".split(" "))
      table = table.addColumn(name, "integer", (c) => c.notNull());
    await table.execute();
    await schema.schema.createIndex("tasks_key").on("tasks").column("task_id").unique().execute();
    await schema.schema.createIndex("tasks_user").on("tasks").columns(["user_id", "id"]).execute();
    await schema.schema.createIndex("tasks_submitted").on("tasks").column("submitted_at").execute();
    await schema.schema.createIndex("tasks_updated").on("tasks").column("updated_at").execute();
    await sql`create index tasks_continues on tasks (continues) where continues <> ''`.execute(schema);
    // Unfinished tasks are few; the poller reads nothing else.
    await sql`create index tasks_due on tasks (platform, channel_id, channel_key, due_at) where due_at > 0`.execute(
      schema,
    );
    await sql`create index tasks_notify on tasks (notify_at) where notify_at > 0`.execute(schema);

    let holds = schema.schema
      .createTable("holds")
      .addColumn("task_id", "text", (c) => c.primaryKey().notNull())
      .addColumn("token_limited", "integer", (c) => c.notNull());
    for (const name of ["user_term_period", "token_term_period"])
      holds = holds.addColumn(name, "integer", (c) => c.notNull());
    const amounts = "amount user_term_start user_term_amount token_term_start token_term_amount created_at";
    for (const name of `user_id token_id ${amounts}`.split(" "))
      holds = holds.addColumn(name, bigint, (c) => c.notNull());
    await holds.execute();
    await schema.schema.createIndex("holds_user").on("holds").column("user_id").execute();
    await schema.schema.createIndex("holds_token").on("holds").column("token_id").execute();
  },
};
