import { type Insertable, type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { AuditEntriesTable } from "../tables/audit-entries.ts";
import { containsText, offsetOf, type PageRequest } from "./list-page.ts";

export type AuditRow = Selectable<AuditEntriesTable>;
export type NewAuditEntry = Insertable<AuditEntriesTable>;
export type AuditRepository = ReturnType<typeof createAuditRepository>;

/** Empty texts and zeros do not filter. Times in epoch seconds, both ends included. */
export interface AuditFilter {
  keyword: string;
  /** Name or id. */
  actor: string;
  /** Prefix of the action. */
  action: string;
  targetType: string;
  targetId: string;
  from: number;
  until: number;
}

/** Higher counts are too slow: the page shows "more than". */
export const auditCountCap = 10_000;

/** Entries are added and never changed. */
export async function insertAuditEntries(queries: Queries, entries: readonly NewAuditEntry[]): Promise<void> {
  await queries.insertInto("audit_entries").values(entries).execute();
}

/** Reads entries, newest first. */
export function createAuditRepository(reads: Queries) {
  const filtered = (filter: AuditFilter) => {
    let query = reads.selectFrom("audit_entries");
    if (filter.from !== 0) query = query.where("created_at", ">=", filter.from);
    if (filter.until !== 0) query = query.where("created_at", "<=", filter.until);
    if (filter.targetType !== "") query = query.where("target_type", "=", filter.targetType);
    if (filter.targetId !== "") query = query.where("target_id", "=", filter.targetId);
    if (filter.action !== "") {
      // A prefix: the text is matched literally.
      const begins = `${filter.action.replace(/[\\%_]/g, "\\$&")}%`;
      query = query.where(sql<boolean>`action like ${begins} escape '\\'`);
    }
    if (filter.actor !== "") {
      query = query.where((b) =>
        /^\d{1,15}$/.test(filter.actor)
          ? b.or([b("actor_id", "=", Number(filter.actor)), b("actor_name", "=", filter.actor)])
          : b("actor_name", "=", filter.actor),
      );
    }
    if (filter.keyword !== "") {
      query = query.where((b) =>
        b.or([
          containsText<"audit_entries">(b, "actor_name", filter.keyword),
          containsText<"audit_entries">(b, "action", filter.keyword),
          containsText<"audit_entries">(b, "target_id", filter.keyword),
          containsText<"audit_entries">(b, "detail", filter.keyword),
          containsText<"audit_entries">(b, "source_ip", filter.keyword),
        ]),
      );
    }
    return query;
  };

  /** By or about one user. Each half is read from its own index. */
  const concerning = (userId: number) =>
    reads
      .selectFrom("audit_entries")
      .where((b) =>
        b.or([
          b("actor_id", "=", userId),
          b.and([b("target_type", "=", "user"), b("target_id", "=", String(userId))]),
        ]),
      );

  async function page(
    query: ReturnType<typeof filtered>,
    request: PageRequest,
  ): Promise<{ rows: AuditRow[]; total: number; capped: boolean }> {
    const first = request.order[0];
    // Ids grow with time, so their order is chronological.
    const rows = await query
      .selectAll()
      .orderBy("id", first !== undefined && !first.descending ? "asc" : "desc")
      .limit(request.size)
      .offset(offsetOf(request))
      .execute();
    const { count } = await reads
      .selectFrom(
        query
          .select(sql`1`.as("one"))
          .limit(auditCountCap + 1)
          .as("found"),
      )
      .select((b) => b.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return { rows, total: Math.min(count, auditCountCap), capped: count > auditCountCap };
  }

  return {
    page: (request: PageRequest, filter: AuditFilter) => page(filtered(filter), request),

    pageConcerning: (request: PageRequest, userId: number, keyword: string) => {
      const all = concerning(userId);
      if (keyword === "") return page(all, request);
      return page(
        all.where((b) =>
          b.or([
            containsText<"audit_entries">(b, "action", keyword),
            containsText<"audit_entries">(b, "detail", keyword),
          ]),
        ),
        request,
      );
    },
  };
}
