import type { ChargedRow } from "./usage-store.ts";

/**
 * Rows on their way to the writer thread, column by column. A message is copied value by value; without a property name
 * for each of them the copy costs a fraction.
 */
export type PackedRows = (string | number | boolean)[][];

const columns = [
  "request_id",
  "created_at",
  "user_id",
  "username",
  "token_id",
  "token_name",
  "model_name",
  "prompt_tokens",
  "completion_tokens",
  "channel_id",
  "request_time",
  "is_stream",
  "source_ip",
  "content",
  "metadata",
  "quota",
  "token_limited",
] as const satisfies (keyof ChargedRow)[];

export function packRows(rows: readonly ChargedRow[]): PackedRows {
  return columns.map((name) => rows.map((row) => row[name]));
}

export function unpackRows(packed: PackedRows): ChargedRow[] {
  const count = packed[0]?.length ?? 0;
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(columns.map((name, c) => [name, packed[c]?.[i]])),
  ) as unknown as ChargedRow[];
}
