import type { LogRow } from "@tollgate/contract/logs";

type Cell = string | number;

/** The columns of an export, in order. */
const cells: Record<string, (row: LogRow, quotaPerUnit: number) => Cell> = {
  time: (row) => new Date(row.created_at * 1000).toISOString().replace(".000Z", "Z"),
  type: (row) => typeNames[row.type] ?? row.type,
  outcome: (row) => row.outcome ?? "",
  user: (row) => row.username,
  token: (row) => row.token_name,
  model: (row) => row.model_name || (row.metadata.requested_model ?? ""),
  channel_id: (row) => row.channel_id || "",
  channel: (row) => row.channel?.name ?? "",
  group: (row) => row.metadata.group_name ?? "",
  cost_usd: (row, quotaPerUnit) => row.quota / quotaPerUnit,
  quota: (row) => row.quota,
  input_tokens: (row) => row.prompt_tokens,
  cached_tokens: (row) => (row.metadata.usage?.["cached"] ?? 0) + (row.metadata.usage?.["cached_read"] ?? 0),
  output_tokens: (row) => row.completion_tokens,
  duration_ms: (row) => row.request_time,
  first_byte_ms: (row) => row.metadata.first_response ?? "",
  stream: (row) => (row.is_stream ? "yes" : "no"),
  calls: (row) => row.metadata.calls ?? 1,
  source_ip: (row) => row.source_ip,
  request_id: (row) => row.request_id,
  message: (row) => row.content,
};

const typeNames: Record<number, string> = { 1: "top-up", 2: "consumption", 3: "management", 4: "system" };
const columns = Object.values(cells);

/** The first line, with its end. */
export const csvHeader = `${Object.keys(cells).join(",")}\r\n`;

/** One line by RFC 4180, with its end. `quotaPerUnit`: quota of one dollar. */
export function csvLine(row: LogRow, quotaPerUnit: number): string {
  let line = "";
  for (const cell of columns) line += `${line === "" ? "" : ","}${csvCell(cell(row, quotaPerUnit))}`;
  return `${line}\r\n`;
}

/** Most texts need neither an apostrophe nor quotes. */
const special = /^[\s"]*[=+\-@＝＋－＠]|[\t",;\r\n]/;
const formulaStart = /^(?:[\s"]*[=+\-@＝＋－＠]|[\t\r\n])/;
/** Inside a text: spreadsheets of some regions split at semicolons or tabs, and see the quotes around the cell as letters. */
const innerStart = /([\t;\r\n]+)(?=[ \u00a0\u3000"]*[=+\-@＝＋－＠])/g;

/** A text of which a spreadsheet would run all or a part as a formula gets an apostrophe before that; numbers stay as they are. */
export function csvCell(value: Cell): string {
  if (typeof value === "number") return String(value);
  if (!special.test(value)) return value;
  const start = formulaStart.test(value) ? "'" : "";
  const text = start + value.replace(innerStart, "$1'");
  return /[\t",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
