import type { Database } from "../storage/database.ts";
import { migratedAt } from "../storage/migrate.ts";
import type { Migration } from "../storage/migrations/migration.ts";
import { createFigureWriteRepository } from "../storage/repositories/figure-write-repository.ts";

/** True if the log has calls that were booked before a migration; a new installation has none. */
export async function hasOlderCalls(database: Database, { name }: Migration): Promise<boolean> {
  const oldest = await createFigureWriteRepository(database.queries).oldestCall();
  return oldest !== undefined && oldest <= (await migratedAt(database, name));
}
