import type { Insertable } from "kysely";
import type { Queries } from "../database.ts";
import type { AuditEntriesTable } from "../tables/audit-entries.ts";

export type NewAuditEntry = Insertable<AuditEntriesTable>;
export type AuditRepository = ReturnType<typeof createAuditRepository>;

/** Entries are added and never changed. */
export function createAuditRepository(queries: Queries) {
  return {
    insert: async (entry: NewAuditEntry): Promise<void> => {
      await queries.insertInto("audit_entries").values(entry).execute();
    },
  };
}
