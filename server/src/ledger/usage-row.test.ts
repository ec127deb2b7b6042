import { logTypes } from "@tollgate/contract/log-types";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { ledgerLocations, useLedgers } from "../../test/support/ledger-processes.ts";
import type { Database } from "../storage/database.ts";
import { groupRows } from "./store/pack-rows.ts";
import { type ChargedRow, noCharge } from "./store/usage-store.ts";
import { type StoredUsageRow, usageColumnNames, usageColumns } from "./usage-row.ts";

/** The columns of table `logs` in the database, each with its type. */
async function readColumns({ queries, dialect }: Database): Promise<Record<string, string>> {
  const { rows } = await (dialect.name === "sqlite"
    ? sql<{ name: string; type: string }>`select name, type from pragma_table_info('logs')`
    : sql<{ name: string; type: string }>`select column_name as name, data_type as type
        from information_schema.columns where table_name = 'logs'`
  ).execute(queries);
  return Object.fromEntries(rows.map(({ name, type }) => [name, type.toLowerCase()]));
}

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`usage rows on ${name}`, () => {
    const bench = useLedgers(location);

    it("are the columns that the table has, with their types", async () => {
      const typeOf = (type: string): string => (name === "SQLite" && type === "bigint" ? "integer" : type);
      const { id: _id, type: _type, ...columns } = await readColumns(bench.database);
      expect(columns).toEqual(
        Object.fromEntries(Object.entries(usageColumns).map(([column, type]) => [column, typeOf(type)])),
      );
    });

    it("are stored with every column as it was booked", async () => {
      const { ledger, store } = await bench.startProcess();
      await bench.addUser(1, 1000, ledger);
      const values = usageColumnNames.map((column, at) => [
        column,
        usageColumns[column] === "text" ? `${column}é` : 100 + at,
      ]);
      const row = {
        ...(Object.fromEntries(values) as StoredUsageRow),
        quota: 0,
        metadata: "{}",
        is_stream: 1,
      };
      const booked: ChargedRow = { ...noCharge, ...row };
      await store.commit(groupRows([booked]).packed());
      const stored = await bench.database.queries.selectFrom("logs").selectAll().executeTakeFirstOrThrow();
      expect(stored).toEqual({ ...row, id: stored.id, type: logTypes.consumption });
    });
  });
}
