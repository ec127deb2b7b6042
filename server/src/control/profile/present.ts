import type { Self } from "@tollgate/contract/profile";
import type { UserGroupRow } from "../../storage/repositories/user-group-repository.ts";
import type { UserRow } from "../../storage/repositories/user-repository.ts";
import type { ShownBudget } from "../present-budget.ts";
import { presentUser } from "../present-user.ts";

interface Known {
  balance: number;
  budget: ShownBudget;
  group: UserGroupRow | undefined;
  hasPassword: boolean;
  hasAccessToken: boolean;
  twoFactorDue: boolean;
  /** Quota; below it the balance is low. */
  threshold: number;
}

/** The caller's own record. A group that no longer exists shows its symbol, ratio 1 and no calls. */
export function presentSelf(row: UserRow, known: Known): Self {
  return {
    ...presentUser(row, known.balance),
    ...known.budget,
    group_name: known.group?.name ?? row.group,
    group_ratio: known.group?.ratio ?? 1,
    group_api_rate: known.group?.api_rate ?? 0,
    email_verified: row.email_verified !== 0,
    has_password: known.hasPassword,
    has_access_token: known.hasAccessToken,
    second_factor: row.totp_confirmed_time !== 0,
    second_factor_due: known.twoFactorDue,
    bindings: {
      github: row.github_login || row.github_id,
      oidc: row.oidc_id,
      lark: row.lark_id,
      wechat: row.wechat_id,
      telegram: row.telegram_id,
    },
    deletion_requested_time: row.deletion_requested_time,
    uncollected: row.uncollected,
    low_balance: known.balance < known.threshold,
  };
}
