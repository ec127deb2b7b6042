export type CsvCell = string | number;

/** Most texts need neither an apostrophe nor quotes. */
const special = /^[\s"]*[=+\-@＝＋－＠]|[\t",;\r\n]/;
const formulaStart = /^(?:[\s"]*[=+\-@＝＋－＠]|[\t\r\n])/;
/** Inside a text: spreadsheets of some regions split at semicolons or tabs, and see the quotes around the cell as letters. */
const innerStart = /([\t;\r\n]+)(?=[ \u00a0\u3000"]*[=+\-@＝＋－＠])/g;

/** A text of which a spreadsheet would run all or a part as a formula gets an apostrophe before that; numbers stay as they are. */
export function csvCell(value: CsvCell): string {
  if (typeof value === "number") return String(value);
  if (!special.test(value)) return value;
  const start = formulaStart.test(value) ? "'" : "";
  const text = start + value.replace(innerStart, "$1'");
  return /[\t",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line by RFC 4180, with its end. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
