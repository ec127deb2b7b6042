import { sql } from "kysely";
import type { Dialect } from "./dialect.ts";

export const sqliteDialect: Dialect = {
  name: "sqlite",
  bigint: "integer",
  double: "real",
  identityType: "integer",
  identity: (column) => column.primaryKey().autoIncrement(),
  dayOf: (time, offsetMinutes) => sql<string>`date(${time} + ${sql.lit(offsetMinutes * 60)}, 'unixepoch')`,
  jsonInteger: (column, key) => sql<number>`json_extract(${sql.ref(column)}, ${sql.lit(`$.${key}`)})`,
  jsonRows: (json, columns) => {
    const cells = Object.keys(columns).map(
      (name, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)}) as ${sql.ref(name)}`,
    );
    return sql`select ${sql.join(cells)} from json_each(${json})`;
  },
  isUniqueViolation: (error) =>
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    (error.code === "SQLITE_CONSTRAINT_UNIQUE" || error.code === "SQLITE_CONSTRAINT_PRIMARYKEY"),
};
