import type { Migration } from "./migration.ts";

/** The part of tasks in the hourly roll-up, so that their time can be left out of latencies. */
export const taskTime: Migration = {
  name: "0037-task-time",
  creates: [],
  async up(schema, { bigint }) {
    for (const column of ["task_count", "task_time"])
      await schema.schema
        .alterTable("usage_hourly")
        .addColumn(column, bigint, (c) => c.notNull().defaultTo(0))
        .execute();
  },
};
