import type { ChannelRow } from "../../storage/repositories/channel-repository.ts";
import { auditChanges } from "../audit-changes.ts";
import type { columnsOf } from "./channel-values.ts";

/** Columns that may hold credentials. */
const secretColumns = ["proxy", "model_headers", "custom_parameter", "plugin", "other"];
/** Columns that hold a list as JSON text. */
const listColumns = ["models", "groups", "disabled_stream"];

/** The changes of a form, for the audit log: fields that may be secret are only recorded as changed. */
export function auditedChanges(
  before: ChannelRow,
  columns: ReturnType<typeof columnsOf>,
  newKey: boolean,
): Record<string, unknown> {
  const readable = (row: Record<string, unknown>): Record<string, unknown> => ({
    ...row,
    base_url: withoutCredentials(String(row["base_url"])),
    ...Object.fromEntries(listColumns.map((name) => [name, JSON.parse(String(row[name]))])),
  });
  const last = Object.fromEntries(
    Object.keys(columns).map((name) => [name, before[name as keyof ChannelRow]]),
  );
  const changes = auditChanges(readable(last), readable(columns), secretColumns);
  return newKey ? { ...changes, key: "replaced" } : changes;
}

/** An address without user, password and query, each of which may be a key. */
function withoutCredentials(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.origin}${url.pathname}` : "";
}
