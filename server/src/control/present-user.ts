import type { User } from "@tollgate/contract/users";
import type { UserRow } from "../storage/repositories/user-repository.ts";

/** A user as responses show it. `balance` is the ledger's: the stored balance plus what running calls hold. */
export function presentUser(row: UserRow, balance: number): User {
  return {
    id: row.id,
    username: row.username,
    display_name: row.display_name,
    role: row.role,
    status: row.status,
    email: row.email,
    avatar_url: row.avatar_url,
    group: row.group,
    quota: balance,
    used_quota: row.used_quota,
    request_count: row.request_count,
    created_time: row.created_time,
    last_login_time: row.last_login_time,
    last_login_ip: row.last_login_ip,
  };
}
