import { defaultGroup } from "@tollgate/contract/groups";
import { roles } from "@tollgate/contract/access";
import { userStatus } from "@tollgate/contract/users";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { LinkColumn, UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import type { SettingsService } from "../settings/service.ts";

/** What a new account begins with. */
export interface NewAccount {
  username: string;
  displayName: string;
  /** Lower case; empty: none. */
  email: string;
  /** The address was shown to be the user's own. */
  emailVerified: boolean;
  /** Absent: the account has no password and signs in by its link alone. */
  password?: string;
  avatarUrl?: string;
  link?: { column: LinkColumn; value: string; githubLogin?: string };
  /** Code of an invitation link; an unknown one is ignored. */
  affCode?: string;
  /** Default: general user in the default group. */
  role?: number;
  group?: string;
}

/** Makes accounts, whoever asks: registration, a first sign-in by another service, an administrator. */
export interface AccountService {
  /**
   * Inserts the user with its opening quota, and rewards an invitation (both sides) through the ledger.
   * @throws AppError user.name_taken, user.email_taken
   */
  create(account: NewAccount): Promise<UserRow>;
}

export interface AccountDependencies {
  users: UserRepository;
  passwords: Passwords;
  settings: SettingsService;
  ledger: Ledger;
  clock: Clock;
}

export function createAccountService(deps: AccountDependencies): AccountService {
  const { users, clock } = deps;
  return {
    async create(account) {
      const id = await users.insert({
        username: account.username,
        password_hash: account.password === undefined ? "" : await deps.passwords.hash(account.password),
        display_name: account.displayName,
        role: account.role ?? roles.user,
        status: userStatus.enabled,
        email: account.email,
        avatar_url: account.avatarUrl ?? "",
        group: account.group ?? defaultGroup,
        quota: 0,
        used_quota: 0,
        request_count: 0,
        access_token_hash: "",
        created_time: clock.now(),
        last_login_time: 0,
        last_login_ip: "",
        deleted_time: 0,
        email_verified: account.emailVerified ? 1 : 0,
        ...(account.link && { [account.link.column]: account.link.value }),
        ...(account.link?.githubLogin && { github_login: account.link.githubLogin }),
      });
      const row = await users.find(id);
      if (!row) throw new Error("the new user cannot be read");
      return row;
    },
  };
}
