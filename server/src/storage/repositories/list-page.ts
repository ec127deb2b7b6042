import {
  type ExpressionBuilder,
  type ReferenceExpression,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from "kysely";
import type { Tables } from "../tables/index.ts";

/** Which rows of a list: `page` from 1, sorted by `order`, then by id so that pages never overlap. */
export interface PageRequest {
  page: number;
  size: number;
  order: readonly { field: string; descending: boolean }[];
}

export interface RowPage<Row> {
  rows: Row[];
  total: number;
}

/** A condition `column contains text`, case-insensitive; `%` and `_` in the text are literal. */
export function containsText<T extends keyof Tables>(
  builder: ExpressionBuilder<Tables, T>,
  column: ReferenceExpression<Tables, T>,
  text: string,
): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`lower(${builder.ref(column as never)}) like lower(${pattern}) escape '\\'`;
}

/** A condition `column begins with text`, otherwise as `containsText`. */
export function beginsWith<T extends keyof Tables>(
  builder: ExpressionBuilder<Tables, T>,
  column: ReferenceExpression<Tables, T>,
  text: string,
): RawBuilder<boolean> {
  const pattern = `${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`lower(${builder.ref(column as never)}) like lower(${pattern}) escape '\\'`;
}

/** Sorts by the fields that the list allows, then by `tieBreak` descending; fields outside the list are ignored. */
export function orderBy<DB, T extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, T, Row>,
  order: PageRequest["order"],
  allowed: readonly string[],
  tieBreak: string,
): SelectQueryBuilder<DB, T, Row> {
  let sorted = query;
  for (const { field, descending } of order) {
    if (allowed.includes(field)) sorted = sorted.orderBy(sql.ref(field), descending ? "desc" : "asc");
  }
  return sorted.orderBy(sql.ref(tieBreak), "desc");
}

export function offsetOf(request: PageRequest): number {
  return (request.page - 1) * request.size;
}
