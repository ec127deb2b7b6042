import { emptyUsageRow, usageColumnNames, usageColumns, usageTextNames } from "../usage-row.ts";
import { type ChargedRow, noCharge } from "./usage-store.ts";

/**
 * Rows on their way to the writer thread. A message is copied value by value, so a group is sent as two values: every
 * number in a transferred buffer, every text in one string. The numbers of a row begin with the lengths of its texts.
 */
export interface PackedRows {
  numbers: Float64Array<ArrayBuffer>;
  text: string;
}

/** After each text, so that halves of a surrogate pair in neighboring texts never meet. */
const separator = "\n";

type NumberName = {
  [Name in keyof ChargedRow]: ChargedRow[Name] extends number ? Name : never;
}[keyof ChargedRow];

const texts = [...usageTextNames, "group_name"] as const;
const numbers = [
  ...usageColumnNames.filter((name) => usageColumns[name] !== "text"),
  "uncollected",
  "calls",
  "first_token_time",
  "timed",
  "unreserved",
  "user_term_period",
  "user_term_start",
  "token_term_period",
  "token_term_start",
] as readonly NumberName[];

/** One more number: whether the token is limited. */
const perRow = texts.length + numbers.length + 1;

/** Replaces lone surrogates, which no database stores, by U+FFFD. */
export function packRows(rows: readonly ChargedRow[]): PackedRows {
  const packed = new Float64Array(rows.length * perRow);
  let text = "";
  let at = 0;
  for (const row of rows) {
    for (const name of texts) {
      const value = row[name];
      packed[at++] = value.length;
      text += value + separator;
    }
    for (const name of numbers) packed[at++] = row[name];
    packed[at++] = row.token_limited ? 1 : 0;
  }
  return { numbers: packed, text: text.toWellFormed() };
}

export function unpackRows({ numbers: packed, text }: PackedRows): ChargedRow[] {
  const rows: ChargedRow[] = [];
  let at = 0;
  let begin = 0;
  const next = (): number => packed[at++] ?? 0;
  while (at < packed.length) {
    // With every name from the start, so that all rows have one hidden class.
    const row: ChargedRow = { ...emptyUsageRow, ...noCharge };
    for (const name of texts) {
      const end = begin + next();
      row[name] = text.slice(begin, end);
      begin = end + separator.length;
    }
    for (const name of numbers) row[name] = next();
    row.token_limited = next() === 1;
    rows.push(row);
  }
  return rows;
}
