import type { Generated } from "kysely";

/** Who changed what (administrators' actions, sign-ins). `detail` is JSON without secrets. */
export interface AuditEntriesTable {
  id: Generated<number>;
  created_at: number;
  actor_id: number;
  actor_name: string;
  action: string;
  target_type: string;
  target_id: string;
  detail: string;
  source_ip: string;
}
