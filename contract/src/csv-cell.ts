export type CsvCell = string | number;

/** Most texts need neither an apostrophe nor quotes. */
const special = /^[=+\-@＝＋－＠]|[\t",\r\n]/;

/**
 * One cell by RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it; numbers stay as
 * they are.
 */
export function csvCell(value: CsvCell): string {
  if (typeof value === "number") return String(value);
  if (!special.test(value)) return value;
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line by RFC 4180, with its end. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
