import type { Generated } from "kysely";
import type { StoredUsageRow } from "../../ledger/usage-row.ts";

/** One row per exchange or event. Few indexes: each costs every insert. */
export interface LogsTable extends StoredUsageRow {
  id: Generated<number>;
  type: number;
}
