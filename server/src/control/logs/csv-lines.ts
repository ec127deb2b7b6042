import { csvCell } from "@tollgate/contract/csv-cell";
import type { LogRow } from "@tollgate/contract/logs";

/** Written as it is: a number, or one of our own words. */
type PlainCell = (row: LogRow, quotaPerUnit: number) => string | number;
/** A text of a caller, a user or a provider. */
type TextCell = (row: LogRow) => string;

/** The columns of an export, in order. */
const cells: Record<string, { plain: PlainCell } | { text: TextCell; repeats: boolean }> = {
  time: { plain: (row) => new Date(row.created_at * 1000).toISOString().replace(".000Z", "Z") },
  type: { plain: (row) => typeNames[row.type] ?? row.type },
  outcome: { plain: (row) => row.outcome ?? "" },
  user: { text: (row) => row.username, repeats: true },
  token: { text: (row) => row.token_name, repeats: true },
  model: { text: (row) => row.model_name || (row.metadata.requested_model ?? ""), repeats: true },
  channel_id: { plain: (row) => row.channel_id || "" },
  channel: { text: (row) => row.channel?.name ?? "", repeats: true },
  group: { text: (row) => row.metadata.group_name ?? "", repeats: true },
  cost_usd: { plain: (row, quotaPerUnit) => row.quota / quotaPerUnit },
  quota: { plain: (row) => row.quota },
  input_tokens: { plain: (row) => row.prompt_tokens },
  cached_tokens: {
    plain: ({ metadata: { usage } }) => (usage?.["cached"] ?? 0) + (usage?.["cached_read"] ?? 0),
  },
  output_tokens: { plain: (row) => row.completion_tokens },
  duration_ms: { plain: (row) => row.request_time },
  first_byte_ms: { plain: (row) => row.metadata.first_response ?? "" },
  stream: { plain: (row) => (row.is_stream ? "yes" : "no") },
  calls: { plain: (row) => row.metadata.calls ?? 1 },
  source_ip: { text: (row) => row.source_ip, repeats: false },
  request_id: { text: (row) => row.request_id, repeats: false },
  message: { text: (row) => row.content, repeats: true },
};

const typeNames: Record<number, string> = { 1: "top-up", 2: "consumption", 3: "management", 4: "system" };

/** The first line, with its end. */
export const csvHeader = `${Object.keys(cells).join(",")}\r\n`;

/** Different texts that are remembered; names of users, tokens, models and channels repeat. */
const rememberedTexts = 5000;

/**
 * Writes rows as lines by RFC 4180, with their ends. `quotaPerUnit`: quota of one dollar. Cells of an earlier row with the
 * same time or name are reused: checking them again takes a third of an export.
 */
export function createCsvLines(quotaPerUnit: number): (row: LogRow) => string {
  const safe = new Map<string, string>();
  const safeText = (value: string): string => {
    const known = safe.get(value);
    if (known !== undefined) return known;
    const text = csvCell(value);
    if (safe.size < rememberedTexts) safe.set(value, text);
    return text;
  };
  const writers = Object.values(cells).map((cell) => {
    if ("plain" in cell) return (row: LogRow) => String(cell.plain(row, quotaPerUnit));
    return cell.repeats
      ? (row: LogRow) => safeText(cell.text(row))
      : (row: LogRow) => csvCell(cell.text(row));
  });
  const [writeTime = () => "", ...others] = writers;
  let second = Number.NaN;
  let time = "";
  return (row) => {
    if (row.created_at !== second) {
      second = row.created_at;
      time = writeTime(row);
    }
    let line = time;
    for (const write of others) line += `,${write(row)}`;
    return `${line}\r\n`;
  };
}
