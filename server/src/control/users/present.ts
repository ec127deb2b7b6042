import type { AdminUser } from "@tollgate/contract/users";
import type { AdminUserRow } from "../../storage/repositories/user-admin-repository.ts";
import { presentBudget } from "../present-budget.ts";
import { presentUser } from "../present-user.ts";

/** A user as administrators see it: no secret, no hash, not even the code of the invitation link. */
export function presentAdminUser(row: AdminUserRow, now: number): AdminUser {
  return {
    ...presentUser(row, Number(row.balance)),
    ...presentBudget(row, now),
    email_verified: row.email_verified === 1,
    bindings: {
      github: row.github_login || row.github_id,
      oidc: row.oidc_id,
      lark: row.lark_id,
      wechat: row.wechat_id,
      telegram: row.telegram_id,
    },
    second_factor: row.totp_confirmed_time !== 0,
    passkeys: row.passkeys,
    inviter_id: row.inviter_id,
    inviter_name: row.inviter_name,
    deletion_requested_time: row.deletion_requested_time,
  };
}
