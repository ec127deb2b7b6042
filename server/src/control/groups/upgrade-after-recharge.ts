import { defaultGroup } from "@tollgate/contract/groups";
import type { Clock } from "../../platform/clock.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { insertSystemLog } from "../../storage/repositories/insert-system-log.ts";
import { createRechargeRepository } from "../../storage/repositories/recharge-repository.ts";
import type { UserGroupRow } from "../../storage/repositories/user-group-repository.ts";
import { systemActor } from "../actor.ts";
import type { Audit } from "../audit.ts";

/**
 * Moves a user into the group that the sum of top-ups and redeemed codes has reached, within the transaction that
 * credited the last of them: group, audit entry, log row and the notice to every process are stored with the credit or
 * not at all. Call it after the credit, which locks the user's row, so that two credits at the same moment count each
 * other, and as the last step: other announcements wait for its end. Does nothing where no group is reached.
 */
export type UpgradeAfterRecharge = (transaction: TransactionQueries, userId: number) => Promise<void>;

export interface UpgradeDependencies {
  database: Pick<Database, "dialect">;
  /** Quota of one dollar, as set now. */
  quotaPerUnit: () => number;
  changeNotice: Pick<ChangeNotice, "announceWithin">;
  audit: Audit;
  clock: Clock;
}

type GroupRange = Pick<UserGroupRow, "symbol" | "name" | "promotion" | "min" | "max" | "enable">;

export function createUpgradeAfterRecharge(deps: UpgradeDependencies): UpgradeAfterRecharge {
  return async (transaction, userId) => {
    const rows = createRechargeRepository(transaction, deps.database.dialect);
    const groups = await rows.groups();
    if (!groups.some(isReachable)) return;
    const user = await rows.lockUser(userId);
    if (!user) return;
    const recharged = await rows.recharged(userId);
    const next = reachedGroup(groups, user.group, recharged / deps.quotaPerUnit());
    if (!next) return;
    await rows.setGroup(userId, next.symbol);
    await deps.audit.record(transaction, systemActor, {
      action: "user.update",
      target: { type: "user", id: userId, name: user.username },
      detail: { group: [user.group, next.symbol], quota: recharged },
    });
    await insertSystemLog(transaction, {
      user_id: userId,
      username: user.username,
      created_at: deps.clock.now(),
      content: `Upgraded to the group ${next.name} by top-ups`,
    });
    await deps.changeNotice.announceWithin(transaction, [userId]);
  };
}

/**
 * The enabled promotion group with the highest lower bound whose range contains `dollars`. Undefined if it is none
 * above the user's group, or if top-ups do not lead to the user's group: an administrator chose it.
 */
export function reachedGroup(
  groups: readonly GroupRange[],
  current: string,
  dollars: number,
): GroupRange | undefined {
  const own = groups.find(({ symbol }) => symbol === current);
  if (current !== defaultGroup && own?.promotion !== 1) return undefined;
  const floor = own?.promotion === 1 ? own.min : -1;
  return groups
    .filter(isReachable)
    .filter(({ symbol, min, max }) => {
      const holds = dollars >= min && (max === 0 || dollars < max);
      return holds && min > floor && symbol !== current;
    })
    .sort((a, b) => b.min - a.min)[0];
}

const isReachable = ({ enable, promotion }: GroupRange): boolean => enable === 1 && promotion === 1;
