import { sql } from "kysely";
import { type DatabaseLocation, openDatabase } from "../server/src/storage/database.ts";
import { newTask } from "../server/test/support/stored-task.ts";

/** One account has as many open tasks as a server allows; the others share the rest. */
const largeAccount = 500;
const accounts = 100;

/** Stores open tasks of many accounts. Gives the account of each task by the platform's id. */
export async function seedTasks(
  location: DatabaseLocation,
  channels: readonly number[],
  count: number,
): Promise<Map<string, number>> {
  const database = openDatabase(location);
  const owners = new Map<string, number>();
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, index) => {
    const upstreamId = String(1_712_204_995_849_000 + index);
    const owner = index < largeAccount ? 1 : 2 + (index % (accounts - 1));
    owners.set(upstreamId, owner);
    const task = newTask(`bench-${index}`, {
      platform: "midjourney",
      action: "IMAGINE",
      model_name: "mj_imagine",
      user_id: owner,
      // All tasks of the large account wait at one key.
      channel_id: channels[owner === 1 ? 0 : index % channels.length] ?? 0,
      upstream_id: upstreamId,
      status: "in_progress",
      submitted_at: now,
      updated_at: now,
      expires_at: now + 3_600_000,
      quota: 10,
    });
    return { ...task, version: 1 };
  });
  for (let from = 0; from < rows.length; from += 200)
    await database.queries
      .insertInto("tasks")
      .values(rows.slice(from, from + 200))
      .execute();
  await database.close();
  return owners;
}

/** A view of the tasks beside the gateways. */
export interface TaskTable {
  /** Makes every task due now. */
  makeDue(): Promise<void>;
  /** Processes that query tasks at this moment. */
  queriers(): Promise<string[]>;
  close(): Promise<void>;
}

export function openTaskTable(location: DatabaseLocation): TaskTable {
  const database = openDatabase(location);
  return {
    async makeDue() {
      await database.transaction(async (queries) => {
        // One statement over all rows locks them in no order, and would deadlock with the gateways.
        if (location.kind === "postgres")
          await sql`lock table tasks in share row exclusive mode`.execute(queries);
        const change = queries.updateTable("tasks").where("lease_until", "=", 0);
        await change.set((b) => ({ due_at: Date.now(), version: b("version", "+", 1) })).execute();
      });
    },
    async queriers() {
      const leased = database.queries.selectFrom("tasks").select("lease_owner").distinct();
      return (await leased.where("lease_until", ">", 0).execute()).map(({ lease_owner }) => lease_owner);
    },
    close: () => database.close(),
  };
}
