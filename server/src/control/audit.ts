import type { Clock } from "../platform/clock.ts";
import type { AuditRepository } from "../storage/repositories/audit-repository.ts";
import type { Actor } from "./actor.ts";

/** What was changed: `target` is a kind and its id or name; `detail` never holds secrets. */
export interface AuditEvent {
  action: string;
  target: { type: string; id: string | number };
  detail?: Record<string, unknown>;
}

/** Writes who changed what (acceptance A10). */
export interface Audit {
  record(actor: Actor, event: AuditEvent): Promise<void>;
}

export function createAudit(deps: { entries: AuditRepository; clock: Clock }): Audit {
  return {
    record: (actor, event) =>
      deps.entries.insert({
        created_at: deps.clock.now(),
        actor_id: actor.id,
        actor_name: actor.username,
        action: event.action,
        target_type: event.target.type,
        target_id: String(event.target.id),
        detail: JSON.stringify(event.detail ?? {}),
        source_ip: actor.ip,
      }),
  };
}
