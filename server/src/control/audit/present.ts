import type { AuditEntry } from "@tollgate/contract/audit";
import type { AuditRow } from "../../storage/repositories/audit-repository.ts";

/** An entry with the name of the user it is about. */
export function presentEntry(row: AuditRow, names: ReadonlyMap<number, string>): AuditEntry {
  return {
    id: row.id,
    created_at: row.created_at,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    action: row.action,
    target_type: row.target_type,
    target_id: row.target_id,
    target_name: row.target_type === "user" ? (names.get(Number(row.target_id)) ?? "") : "",
    detail: readDetail(row.detail),
    source_ip: row.source_ip,
  };
}

/** What cannot be read is shown as nothing; the row itself is never changed. */
function readDetail(text: string): Record<string, unknown> {
  try {
    const detail: unknown = JSON.parse(text);
    return typeof detail === "object" && detail !== null && !Array.isArray(detail) ? { ...detail } : {};
  } catch {
    return {};
  }
}
