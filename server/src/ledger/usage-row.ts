/**
 * The columns of a usage row: what table `logs` stores of a call beside `id` and `type`. The row's types, the packing
 * for the writer thread, the INSERTs of both databases and the columns of the log page come from it. A new column is a
 * line here and a migration.
 */
export const usageColumns = {
  /** Epoch seconds. */
  created_at: "bigint",
  /** The error's sentence; empty for a call that succeeded. */
  content: "text",
  user_id: "bigint",
  username: "text",
  token_id: "bigint",
  token_name: "text",
  model_name: "text",
  /** Charged quota; signed in rows of balance changes. */
  quota: "bigint",
  prompt_tokens: "bigint",
  completion_tokens: "bigint",
  channel_id: "bigint",
  /** Milliseconds. */
  request_time: "bigint",
  /** 1: streamed. */
  is_stream: "integer",
  source_ip: "text",
  request_id: "text",
  /** Position in the contract's `outcomes`; 0: succeeded, or no call. */
  outcome: "integer",
  /** A JSON object. */
  metadata: "text",
} as const satisfies Record<string, ColumnType>;

/** PostgreSQL's names; SQLite stores both numbers as `integer`. */
export type ColumnType = "bigint" | "integer" | "text";

export type UsageColumn = keyof typeof usageColumns;

/** The names in the table's order. */
export const usageColumnNames = Object.keys(usageColumns) as readonly UsageColumn[];

/** The columns as a database stores them. */
export type StoredUsageRow = {
  [Name in UsageColumn]: (typeof usageColumns)[Name] extends "text" ? string : number;
};

type TextColumn = {
  [Name in UsageColumn]: (typeof usageColumns)[Name] extends "text" ? Name : never;
}[UsageColumn];

/** The names of the columns that hold text. */
export const usageTextNames = usageColumnNames.filter(
  (name) => usageColumns[name] === "text",
) as readonly TextColumn[];

/** What the caller of the ledger records of a call; the ledger adds `quota` and `metadata.uncollected`. */
export type UsageRow = Omit<StoredUsageRow, "quota" | "metadata"> & { metadata: Record<string, unknown> };

/** A row without a call: every text empty, every number 0, `metadata` an empty object. */
export const emptyUsageRow: Readonly<StoredUsageRow> = {
  ...(Object.fromEntries(
    usageColumnNames.map((name) => [name, usageColumns[name] === "text" ? "" : 0]),
  ) as StoredUsageRow),
  metadata: "{}",
};
