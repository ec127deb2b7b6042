import type { ColumnBuilderCallback, Expression, RawBuilder } from "kysely";

/**
 * Differences between the two databases. Everything else is one SQL for both: no booleans or dates are bound, numbers
 * are integers or doubles, text is compared with `lower()`.
 */
export interface Dialect {
  name: "sqlite" | "postgres";
  /** Type of a 64-bit integer column. */
  bigint: "integer" | "bigint";
  /** Type of a floating column. */
  double: "real" | "double precision";
  /** Auto-incrementing integer primary key. */
  identity: ColumnBuilderCallback;
  identityType: "integer" | "bigint";
  /** Start of the day of an epoch-seconds expression in a zone `offsetMinutes` east of UTC, as `YYYY-MM-DD` text. */
  dayOf(time: Expression<number>, offsetMinutes: number): RawBuilder<string>;
  /** The integer under `key` of a column that contains a JSON object; the row must have one. */
  jsonInteger(column: string, key: string): RawBuilder<number>;
  /** A query for the rows of JSON text, a list of lists; `columns` names the values of each list, in order. */
  jsonRows(json: string, columns: Readonly<Record<string, "bigint" | "text">>): RawBuilder<unknown>;
  /** True if the error is a violated unique constraint. */
  isUniqueViolation(error: unknown): boolean;
}
