import { vi } from "vitest";
import type { RunningApp } from "./start-app.ts";

/** Makes a platform query a task immediately, and waits for the result. `read` reads the task as its caller. */
export async function pollTask({ app }: RunningApp, id: string, read: () => Promise<unknown>): Promise<void> {
  const { queries } = app.database;
  const rowOf = () =>
    queries.selectFrom("tasks").selectAll().where("task_id", "=", id).executeTakeFirstOrThrow();
  const { polls, version } = await rowOf();
  await queries
    .updateTable("tasks")
    .set({ due_at: 1, lease_until: 0, version: version + 1 })
    .where("task_id", "=", id)
    .where("due_at", ">", 0)
    .execute();
  await read();
  await vi.waitFor(
    async () => {
      const row = await rowOf();
      if (row.polls === polls && row.due_at > 0) throw new Error(`${id} was not queried`);
    },
    { interval: 20 },
  );
}
