import type { BookCheck, BookDifference, BookSubject } from "@tollgate/contract/reconciliation";
import { type RawBuilder, sql } from "kysely";
import type { Queries } from "../../storage/database.ts";

/** Differences that one statement lists; one more is read to detect that there are others. */
export const mostDifferences = 200;

/**
 * One read-only statement. Both databases run a statement on one snapshot of all tables, so a running server causes no
 * false difference.
 */
export type FindDifferences = (queries: Queries) => Promise<BookDifference[]>;

/** Amounts of one thing from two sides: `expected` by the records that prove it, `actual` by the stored sum. */
export interface SideRow {
  id: number | string;
  expected: number;
  actual: number;
}

/** Runs a statement whose rows are differences of one check. */
export function findBy(check: BookCheck, subject: BookSubject, rows: RawBuilder<SideRow>): FindDifferences {
  return async (queries) => {
    const found = await sql<SideRow>`${rows} limit ${sql.lit(mostDifferences + 1)}`.execute(queries);
    return found.rows.map((row) => differenceOf(check, subject, row));
  };
}

export function differenceOf(check: BookCheck, subject: BookSubject, row: SideRow): BookDifference {
  return {
    check,
    subject,
    id: subject === "all" ? "" : String(row.id),
    expected: Number(row.expected),
    actual: Number(row.actual),
  };
}
