import { setImmediate as nextTurn } from "node:timers/promises";
import {
  listedPricesMax,
  type PriceListFormat,
  type RowProblem,
  type SkippedRow,
} from "@tollgate/contract/price-updates";
import type { Price } from "@tollgate/contract/pricing";
import { AppError } from "../../platform/app-error.ts";

/** One price of a list. Several rows may have one name, of several providers. */
export interface ListedRow {
  price: Price;
  source?: string;
  date?: string;
  note?: string;
}

/** A parsed list. */
export interface PriceList {
  format: PriceListFormat;
  rows: ListedRow[];
  skipped: SkippedRow[];
}

/** Reads one format. Undefined if the document has another shape. */
export type ReadFormat = (document: unknown) => Promise<Omit<PriceList, "format">> | undefined;

/** A row that cannot be used, thrown while it is read. */
export class UnusableRow extends Error {
  override name = "UnusableRow";
  readonly problem: RowProblem;

  constructor(problem: RowProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Rows that are read before yielding: a few milliseconds. */
const sliceLength = 250;

/**
 * Reads every row; unusable ones are named. Both count towards the maximum length.
 * @param nameOf the name of a row in an error
 * @throws AppError price_list.too_many
 */
export async function readRows<T>(
  items: Iterable<T>,
  nameOf: (item: T) => string,
  read: (item: T) => ListedRow | undefined,
): Promise<Omit<PriceList, "format">> {
  const rows: ListedRow[] = [];
  const skipped: SkippedRow[] = [];
  let count = 0;
  for (const item of items) {
    if (rows.length + skipped.length >= listedPricesMax)
      throw new AppError("price_list.too_many", { params: { maximum: listedPricesMax } });
    // Long lists would block every request of the process.
    if ((count += 1) % sliceLength === 0) await nextTurn();
    try {
      const row = read(item);
      if (row) rows.push(row);
    } catch (error) {
      if (!(error instanceof UnusableRow)) throw error;
      skipped.push({ row: nameOf(item).slice(0, 200), problem: error.problem });
    }
  }
  return { rows, skipped };
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
