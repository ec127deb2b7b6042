import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Indexes of the audit log by target and by actor, newest first. */
export const auditTargets: Migration = {
  name: "0010-audit-targets",
  creates: [],
  async up(schema) {
    await sql`create index audit_target on audit_entries (target_type, target_id, id desc)`.execute(schema);
    await sql`create index audit_actor on audit_entries (actor_id, id desc)`.execute(schema);
  },
};
