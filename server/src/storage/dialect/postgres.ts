import { sql } from "kysely";
import type { Dialect } from "./dialect.ts";

export const postgresDialect: Dialect = {
  name: "postgres",
  bigint: "bigint",
  double: "double precision",
  identityType: "bigint",
  identity: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  dayOf: (time, offsetMinutes) =>
    sql<string>`to_char(to_timestamp(${time} + ${sql.lit(offsetMinutes * 60)}) at time zone 'UTC', 'YYYY-MM-DD')`,
  jsonInteger: (column, key) => sql<number>`(${sql.ref(column)}::json ->> ${sql.lit(key)})::bigint`,
  jsonRows: (json, columns) => {
    const cells = Object.entries(columns).map(
      ([name, type], at) => sql`(value ->> ${sql.lit(at)})::${sql.raw(type)} as ${sql.ref(name)}`,
    );
    return sql`select ${sql.join(cells)} from json_array_elements(${json}::json)`;
  },
  isUniqueViolation: (error) =>
    typeof error === "object" && error !== null && "code" in error && error.code === "23505",
};
