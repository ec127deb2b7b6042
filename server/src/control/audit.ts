import type { Clock } from "../platform/clock.ts";
import type { Database, TransactionQueries } from "../storage/database.ts";
import { insertAuditEntries, type NewAuditEntry } from "../storage/repositories/audit-repository.ts";
import type { Actor } from "./actor.ts";

/**
 * What was changed: `target` is a kind, its id and its name at that moment; a name equal to the id is left out.
 * `detail` never contains secrets.
 */
export interface AuditEvent {
  action: string;
  target: { type: string; id: string | number; name?: string };
  detail?: Record<string, unknown>;
}

/** Records who changed what. */
export interface Audit {
  /** Writes an entry, or many, in the transaction of the change, so that neither is stored without the other. */
  record(
    transaction: TransactionQueries,
    actor: Actor,
    event: AuditEvent | readonly AuditEvent[],
  ): Promise<void>;
  /**
   * For actions that change no row: a key was shown, a mail was sent. Its callers are listed in
   * `scripts/check-audit.ts`.
   */
  recordAlone(actor: Actor, event: AuditEvent): Promise<void>;
}

export function createAudit({ database, clock }: { database: Database; clock: Clock }): Audit {
  const entryOf = (actor: Actor, event: AuditEvent): NewAuditEntry => ({
    created_at: clock.now(),
    actor_id: actor.id,
    actor_name: actor.username,
    action: event.action,
    target_type: event.target.type,
    target_id: String(event.target.id),
    detail: JSON.stringify({
      ...(event.target.name !== undefined && { target: event.target.name }),
      ...event.detail,
    }),
    source_ip: actor.ip,
  });
  return {
    async record(transaction, actor, event) {
      const events = isMany(event) ? event : [event];
      if (events.length === 0) return;
      await insertAuditEntries(
        transaction,
        events.map((one) => entryOf(actor, one)),
      );
    },
    recordAlone: (actor, event) => insertAuditEntries(database.queries, [entryOf(actor, event)]),
  };
}

function isMany(event: AuditEvent | readonly AuditEvent[]): event is readonly AuditEvent[] {
  return Array.isArray(event);
}
