import { actsBelow, roles } from "@tollgate/contract/access";
import { type UserAction, userStatus } from "@tollgate/contract/users";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { createSessionRepository } from "../../storage/repositories/session-repository.ts";
import { createTokenRepository } from "../../storage/repositories/token-repository.ts";
import { createUserAdminRepository } from "../../storage/repositories/user-admin-repository.ts";
import type { UserChange, UserRow } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { notOutranked, removeTwoFactors, writeOutranked } from "./apply-change.ts";
import { rejectGivingRole } from "./policy.ts";

/** Role and status of a user after a change of them. */
export interface RoleAndStatus {
  id: number;
  role: number;
  status: number;
}

interface RoleAndStatusDependencies {
  database: Database;
  audit: Audit;
  clock: Clock;
}

/** Enables, disables, deletes, promotes and demotes. The caller has checked whether the actor may act on the user. */
export function createRoleAndStatus({ database, audit, clock }: RoleAndStatusDependencies) {
  async function write(
    queries: TransactionQueries,
    actor: Actor,
    target: UserRow,
    action: UserAction,
  ): Promise<void> {
    const update = (change: UserChange) => writeOutranked(queries, actor, target, change);
    if (action === "enable") return update({ status: userStatus.enabled });
    if (action === "promote") return update({ role: roles.admin });
    await rejectLastRoot(queries, target);
    if (action === "demote") return update({ role: roles.user });
    if (action === "disable") await update({ status: userStatus.disabled });
    else await remove(queries, actor, target);
    // Once the user's row is locked, so that a sign-in which began earlier starts no session after this.
    await createSessionRepository(queries).deleteOfUser(target.id);
  }

  async function remove(queries: TransactionQueries, actor: Actor, target: UserRow): Promise<void> {
    const now = clock.now();
    await createTokenRepository(queries).deleteOfUser(target.id, now);
    await removeTwoFactors(queries, target.id);
    if (!(await createUserAdminRepository(queries).markDeleted(target, now, actsBelow(actor.role))))
      throw await notOutranked(queries, target.id);
  }

  return {
    /** @throws AppError user.last_root, user.role_too_low, user.not_found */
    async change(actor: Actor, target: UserRow, action: UserAction): Promise<RoleAndStatus> {
      const role = { promote: roles.admin, demote: roles.user }[action as string] ?? target.role;
      if (action === "promote" || action === "demote") rejectGivingRole(actor, role);
      await database.transaction(async (queries) => {
        await write(queries, actor, target, action);
        await audit.record(queries, actor, {
          action: `user.${action}`,
          target: { type: "user", id: target.id, name: target.username },
          detail: role === target.role ? {} : { role: [target.role, role] },
        });
      });
      const status = { enable: userStatus.enabled, disable: userStatus.disabled }[action as string];
      return { id: target.id, role, status: status ?? target.status };
    },
  };
}

/**
 * One super administrator must remain. The role at the look-up does not count: the user may have become a super
 * administrator since.
 * @throws AppError user.last_root
 */
export async function rejectLastRoot(queries: TransactionQueries, { id }: { id: number }): Promise<void> {
  if (await createUserAdminRepository(queries).isLast(roles.root, id)) throw new AppError("user.last_root");
}
