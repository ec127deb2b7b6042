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
  isUniqueViolation: (error) =>
    typeof error === "object" && error !== null && "code" in error && error.code === "23505",
};
