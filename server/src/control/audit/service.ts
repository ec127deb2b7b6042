import { mayActOn } from "@tollgate/contract/access";
import type { AuditEntry } from "@tollgate/contract/audit";
import type { Page } from "@tollgate/contract/list-query";
import { AppError } from "../../platform/app-error.ts";
import type { Queries } from "../../storage/database.ts";
import type { AuditRepository, AuditRow } from "../../storage/repositories/audit-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import type { UserAdminRepository } from "../../storage/repositories/user-admin-repository.ts";
import type { Actor } from "../actor.ts";
import { findTargets } from "./known-targets.ts";
import { presentEntry } from "./present.ts";

/** Names as in the contract's query. */
export interface AuditQuery {
  keyword: string;
  actor: string;
  action: string;
  target_type: string;
  target_id: string;
  start_timestamp: number;
  end_timestamp: number;
}

/** Reads the audit log; entries are written by the features themselves, through `control/audit.ts`. */
export interface AuditService {
  list(request: PageRequest & AuditQuery): Promise<Page<AuditEntry>>;
  /**
   * A user's actions and actions on the user, for callers that may act on that user.
   * @throws AppError user.not_found, user.role_too_low
   */
  ofUser(actor: Actor, userId: number, request: PageRequest & { keyword: string }): Promise<Page<AuditEntry>>;
}

export interface AuditServiceDependencies {
  entries: AuditRepository;
  users: UserAdminRepository;
  reads: Queries;
}

export function createAuditService({ entries, users, reads }: AuditServiceDependencies): AuditService {
  async function answer(
    request: PageRequest,
    found: { rows: AuditRow[]; total: number; capped: boolean },
  ): Promise<Page<AuditEntry>> {
    const known = await findTargets(reads, found.rows);
    return {
      data: found.rows.map((row) => presentEntry(row, known)),
      page: request.page,
      size: request.size,
      total_count: found.total,
      ...(found.capped && { total_capped: true }),
    };
  }

  return {
    async list(request) {
      const found = await entries.page(request, {
        keyword: request.keyword,
        actor: request.actor,
        action: request.action,
        targetType: request.target_type,
        targetId: request.target_id,
        from: request.start_timestamp,
        until: request.end_timestamp,
      });
      return answer(request, found);
    },

    async ofUser(actor, userId, request) {
      const user = await users.find(userId);
      if (!user) throw new AppError("user.not_found");
      if (actor.id !== userId && !mayActOn(actor, user)) throw new AppError("user.role_too_low");
      return answer(request, await entries.pageConcerning(request, userId, request.keyword));
    },
  };
}
