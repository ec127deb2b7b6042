import { roles } from "@tollgate/contract/access";
import type { Self } from "@tollgate/contract/profile";
import { siteInfo, type SiteInfo } from "@tollgate/contract/site-info";
import { type AdminUser, type BindingKind, bindingKinds, type User } from "@tollgate/contract/users";

/** Mid-2026, so that times in tests do not depend on the day they run. */
export const aMoment = 1_780_000_000;

export function aUser(part: Partial<User> = {}): User {
  return {
    id: 7,
    username: "ada",
    display_name: "Ada Lovelace",
    role: roles.user,
    status: 1,
    email: "ada@example.com",
    avatar_url: "",
    group: "default",
    quota: 6_250_000,
    used_quota: 1_500_000,
    request_count: 128,
    created_time: aMoment - 86_400 * 30,
    last_login_time: aMoment - 3600,
    last_login_ip: "192.0.2.7",
    ...part,
  };
}

/** A row of the list of users. */
export function aUserRow(part: Partial<AdminUser> = {}): AdminUser {
  return {
    ...aUser(),
    ...noBudget,
    email_verified: true,
    bindings: noBindings,
    second_factor: false,
    passkeys: 0,
    inviter_id: 0,
    inviter_name: "",
    deletion_requested_time: 0,
    ...part,
  };
}

export function anAdmin(part: Partial<User> = {}): User {
  return aUser({ id: 2, username: "grace", display_name: "Grace Hopper", role: roles.admin, ...part });
}

export function aRoot(part: Partial<User> = {}): User {
  return aUser({ id: 1, username: "root", display_name: "", role: roles.root, ...part });
}

/** No account elsewhere is linked. */
export const noBindings = Object.fromEntries(bindingKinds.map((kind) => [kind, ""])) as Record<
  BindingKind,
  string
>;

/** What answers show of a user or token without a budget. */
export const noBudget = {
  budget_period: "none",
  budget_quota: 0,
  budget_used: 0,
  budget_resets_at: 0,
} as const;

export function aSelf(part: Partial<Self> = {}): Self {
  return {
    ...aUser(),
    group_name: "Default",
    group_ratio: 1,
    group_api_rate: 600,
    email_verified: true,
    has_password: true,
    has_access_token: false,
    second_factor: false,
    second_factor_due: false,
    bindings: noBindings,
    deletion_requested_time: 0,
    uncollected: 0,
    low_balance: false,
    ...noBudget,
    ...part,
  };
}

export function aSiteInfo(part: Partial<SiteInfo> = {}): SiteInfo {
  return siteInfo.parse({ version: "v1.4.0", server_address: "https://gateway.example.com", ...part });
}

/** The answer of a list. */
export function aPage<T>(rows: T[], part: { page?: number; size?: number; total_count?: number } = {}) {
  return { data: rows, page: 1, size: 10, total_count: rows.length, ...part };
}
