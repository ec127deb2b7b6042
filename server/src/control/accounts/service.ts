import { roles } from "@tollgate/contract/access";
import type { FieldProblem } from "@tollgate/contract/envelope";
import { defaultGroup } from "@tollgate/contract/groups";
import { userStatus } from "@tollgate/contract/users";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { newInvitationCode } from "../../platform/ids.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import {
  createUserRepository,
  type LinkColumn,
  type NewUser,
  type UserRepository,
  type UserRow,
} from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { InviteRewards } from "../invitations/service.ts";
import type { SettingsService } from "../settings/service.ts";
import { createWelcome } from "./welcome.ts";

/** Initial values of a new account. */
export interface NewAccount {
  username: string;
  displayName: string;
  /** Lower case; empty: none. */
  email: string;
  /** The user has confirmed the address. */
  emailVerified: boolean;
  /** Absent: the account has no password and signs in by its link alone. */
  passwordHash?: string;
  avatarUrl?: string;
  link?: { column: LinkColumn; value: string; githubLogin?: string };
  /** Code of an invitation link; an unknown one is ignored. */
  affCode?: string;
  /** Default: general user in the default group. */
  role?: number;
  group?: string;
  /** Default: what every new account gets. */
  openingQuota?: number;
  /** The administrator who creates the account, for the audit entry; absent: the user, at the address `ip`. */
  createdBy?: Actor;
  ip?: string;
}

/** Creates accounts for every caller: registration, a first sign-in by another service, an administrator. */
export interface AccountService {
  /**
   * Inserts the user with its opening quota, rewards an invitation (both sides) through the ledger, and writes the
   * audit entry. Safe against concurrent requests for the same name, address or link.
   * @throws AppError user.name_taken, user.email_taken (with every taken field), user.link_taken
   */
  create(account: NewAccount): Promise<UserRow>;
  /**
   * Rejects a taken name or address before the work is done.
   * @throws as `create`
   */
  rejectTaken(account: { username: string; email: string }): Promise<void>;
  /** Code of the user's own invitation link, created on first use. */
  invitationCode(userId: number): Promise<string>;
  /** Books what accounts are owed when the process that created them died. */
  payWelcomes(): Promise<void>;
}

export interface AccountDependencies {
  database: Database;
  users: UserRepository;
  settings: SettingsService;
  ledger: Ledger;
  inviteRewards: InviteRewards;
  audit: Audit;
  clock: Clock;
}

/** The process that created an account this young may still be booking it. */
const makingSeconds = 120;

export function createAccountService(deps: AccountDependencies): AccountService {
  const { users, clock } = deps;
  const welcome = createWelcome(deps);

  async function rejectTaken(account: { username: string; email: string }): Promise<void> {
    const [sameName, sameEmail] = await Promise.all([
      users.findByUsername(account.username),
      users.findByEmail(account.email),
    ]);
    const fields = [...(sameName ? [takenName] : []), ...(sameEmail.length > 0 ? [takenEmail] : [])];
    if (sameName) throw new AppError("user.name_taken", { fields });
    if (fields.length > 0) throw new AppError("user.email_taken", { fields });
  }

  /** The row and its audit entry, in one transaction. */
  async function insert(
    row: NewUser,
    account: NewAccount,
    record: (queries: TransactionQueries, id: number) => Promise<void>,
  ): Promise<number> {
    try {
      return await deps.database.transaction(async (queries) => {
        const id = await createUserRepository(queries).insert(row);
        await record(queries, id);
        return id;
      });
    } catch (error) {
      if (!deps.database.dialect.isUniqueViolation(error)) throw error;
      await rejectTaken(account);
      if (account.link) throw new AppError("user.link_taken");
      throw error;
    }
  }

  return {
    rejectTaken,

    async create(account) {
      await rejectTaken(account);
      const inviter = account.affCode ? await users.findByAffCode(account.affCode) : undefined;
      const due = welcome.owed(account, inviter);
      const opening = openingRow(account, clock.now());
      const { username, role, group } = opening;
      const { createdBy } = account;
      const id = await insert(
        {
          ...opening,
          password_hash: account.passwordHash ?? "",
          inviter_id: inviter?.id ?? 0,
          welcome_due: due,
        },
        account,
        (queries, newId) =>
          deps.audit.record(
            queries,
            createdBy ?? { id: newId, username, role, group, ip: account.ip ?? "" },
            {
              action: createdBy ? "user.create" : "user.register",
              target: { type: "user", id: newId },
              detail: {
                username,
                role,
                group,
                ...(account.openingQuota !== undefined && { quota: account.openingQuota }),
                ...(account.link && { by: account.link.column }),
                ...(inviter && { inviter_id: inviter.id }),
              },
            },
          ),
      );
      if (due !== "") await welcome.pay(id, due);
      const row = await users.find(id);
      if (!row) throw new Error("the new user cannot be read");
      return row;
    },

    async invitationCode(userId) {
      for (;;) {
        const row = await users.find(userId);
        if (!row) throw new AppError("user.not_found");
        if (row.aff_code !== "") return row.aff_code;
        try {
          await users.giveAffCode(userId, newInvitationCode());
        } catch (error) {
          // The code exists already: try another one.
          if (!deps.database.dialect.isUniqueViolation(error)) throw error;
        }
      }
    },

    payWelcomes: () => welcome.payAll(clock.now() - makingSeconds),
  };
}

function openingRow(account: NewAccount, now: number) {
  return {
    username: account.username,
    display_name: account.displayName,
    role: account.role ?? roles.user,
    status: userStatus.enabled,
    email: account.email,
    avatar_url: account.avatarUrl ?? "",
    group: account.group ?? defaultGroup,
    access_token_hash: "",
    created_time: now,
    last_login_time: 0,
    last_login_ip: "",
    deleted_time: 0,
    email_verified: account.emailVerified ? 1 : 0,
    ...(account.link && { [account.link.column]: account.link.value }),
    ...(account.link?.githubLogin && { github_login: account.link.githubLogin }),
  } satisfies Omit<NewUser, "password_hash">;
}

const takenName: FieldProblem = {
  path: "username",
  code: "user.name_taken",
  message: "This name is taken.",
};

const takenEmail: FieldProblem = {
  path: "email",
  code: "user.email_taken",
  message: "This email address belongs to another account.",
};
