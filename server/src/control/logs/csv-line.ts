import { type CsvCell, csvCell } from "@tollgate/contract/csv-cell";
import type { LogRow } from "@tollgate/contract/logs";

/** The columns of an export, in order. */
const cells: Record<string, (row: LogRow, quotaPerUnit: number) => CsvCell> = {
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
