import { actsBelow, mayActOn } from "@tollgate/contract/access";
import type { Page } from "@tollgate/contract/list-query";
import {
  type AdminUser,
  type BulkUserAction,
  type NewUserForm,
  type QuotaChangeForm,
  type UserAction,
  type UserChangeForm,
  userStatus,
} from "@tollgate/contract/users";
import { rejectFixedFields, type SentFixedFields } from "../../http/register-endpoint.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import {
  type AdminUserRow,
  createUserAdminRepository,
  type UserFilter,
} from "../../storage/repositories/user-admin-repository.ts";
import type { UserChange } from "../../storage/repositories/user-repository.ts";
import type { AccountService } from "../accounts/service.ts";
import type { Actor } from "../actor.ts";
import type { Audit, AuditEvent } from "../audit.ts";
import type { GroupService } from "../groups/service.ts";
import type { MailService } from "../mail/service.ts";
import { rejectUsername } from "../reject-username.ts";
import { applyChange, notOutranked, removeTwoFactors } from "./apply-change.ts";
import { createQuotaChange } from "./change-quota.ts";
import { createRoleAndStatus, type RoleAndStatus, rejectLastRoot } from "./change-role-and-status.ts";
import { editFields } from "./edit-fields.ts";
import { createUserNotices } from "./notify-user.ts";
import { rejectActing, rejectGivingRole } from "./policy.ts";
import { presentAdminUser } from "./present.ts";

/** One user's outcome of a bulk call; `code` and `message` are empty for a success. */
export interface BulkResult {
  id: number;
  success: boolean;
  code: string;
  message: string;
}

/**
 * Users as administrators manage them. Every change checks the policy first, is written to the audit log, and is
 * announced, so that the relay of every process applies it within half a second.
 */
export interface UserService {
  list(request: PageRequest & UserFilter): Promise<Page<AdminUser>>;
  /** @throws AppError user.not_found, user.role_too_low */
  get(actor: Actor, id: number): Promise<AdminUser>;
  create(actor: Actor, form: NewUserForm, fixed: SentFixedFields): Promise<AdminUser>;
  /** A new password ends sessions and the access token. */
  update(actor: Actor, form: UserChangeForm, fixed: SentFixedFields): Promise<AdminUser>;
  /** @throws AppError user.last_root if no one could manage the installation afterwards */
  manage(
    actor: Actor,
    named: { id?: number | undefined; username?: string | undefined; action: UserAction },
  ): Promise<RoleAndStatus>;
  delete(actor: Actor, id: number): Promise<void>;
  /** Each user separately: an error for one does not stop the others. */
  editMany(
    actor: Actor,
    edit: { ids: number[]; action: BulkUserAction; group?: string | undefined },
  ): Promise<BulkResult[]>;
  /** Through the ledger, with a row in the user's log. @throws AppError user.balance_too_low */
  changeQuota(
    actor: Actor,
    id: number,
    form: QuotaChangeForm,
  ): Promise<{ balance: number; applied: boolean }>;
  /** Signs the user out everywhere: sessions and the access token of the console API. Relay tokens stay. */
  endSessions(actor: Actor, id: number): Promise<void>;
  /** For a user who lost it: removes app, recovery codes and passkeys, and ends every session. */
  resetTwoFactor(actor: Actor, id: number): Promise<AdminUser>;
}

export interface UserDependencies {
  database: Database;
  mail: MailService;
  accounts: AccountService;
  groups: GroupService;
  passwords: Passwords;
  ledger: Ledger<TransactionQueries>;
  changeNotice: ChangeNotice;
  audit: Audit;
  clock: Clock;
}

export function createUserService(deps: UserDependencies): UserService {
  const rows = createUserAdminRepository(deps.database.queries);
  const quota = createQuotaChange(deps);
  const roleAndStatus = createRoleAndStatus(deps);
  const notices = createUserNotices(deps);

  const present = (row: AdminUserRow): AdminUser => presentAdminUser(row, deps.clock.now());

  async function find(id: number): Promise<AdminUserRow> {
    const row = await rows.find(id);
    if (!row) throw new AppError("user.not_found");
    return row;
  }

  /** The user, if the actor may change it. */
  async function reach(actor: Actor, id: number): Promise<AdminUserRow> {
    const row = await find(id);
    rejectActing(actor, row);
    return row;
  }

  async function nameId(named: { id?: number | undefined; username?: string | undefined }): Promise<number> {
    const id = named.id ?? (await rows.findIdByName(named.username ?? ""));
    if (id === undefined) throw new AppError("user.not_found");
    return id;
  }

  async function rejectUnknownGroup(symbol: string): Promise<void> {
    if ((await deps.groups.symbols()).includes(symbol)) return;
    const code = "group.not_found";
    throw new AppError(code, { fields: [{ path: "group", code, message: new AppError(code).message }] });
  }

  const recording =
    (actor: Actor, { id, username }: AdminUserRow, event: Omit<AuditEvent, "target">) =>
    (queries: TransactionQueries): Promise<void> =>
      deps.audit.record(queries, actor, { ...event, target: { type: "user", id, name: username } });

  async function write(actor: Actor, target: AdminUserRow, form: UserChangeForm): Promise<UserChange> {
    const { change, budget, detail } = await editFields(deps, target, form);
    const setBudget = async (queries: TransactionQueries): Promise<void> => {
      const owner = { kind: "user", id: target.id, roleBelow: actsBelow(actor.role) } as const;
      if (budget && !(await deps.ledger.setBudget(queries, owner, budget)))
        throw await notOutranked(queries, target.id);
    };
    try {
      await applyChange(deps, { actor, target }, change, {
        signOut: form.password !== "",
        record: recording(actor, target, { action: "user.update", detail }),
        async before(queries) {
          if (change.role !== undefined) await rejectLastRoot(queries, target);
        },
        after: setBudget,
      });
    } catch (error) {
      // A concurrent request took the name or the address: reports which.
      if (deps.database.dialect.isUniqueViolation(error)) await editFields(deps, target, form);
      throw error;
    }
    return change;
  }

  async function setGroup(actor: Actor, target: AdminUserRow, group: string): Promise<void> {
    const detail = { group: [target.group, group] };
    const record = recording(actor, target, { action: "user.update", detail });
    await applyChange(deps, { actor, target }, { group }, { record });
  }

  return {
    async list(request) {
      const { page, size, keyword, role, status, group } = request;
      const order = request.order.map((part) =>
        part.field === "quota" ? { ...part, field: "balance" } : part,
      );
      const found = await rows.page({ page, size, order }, { keyword, role, status, group });
      return { data: found.rows.map(present), page, size, total_count: found.total };
    },

    async get(actor, id) {
      const row = await find(id);
      if (actor.id !== id && !mayActOn(actor, row)) throw new AppError("user.role_too_low");
      return present(row);
    },

    async create(actor, form, fixed) {
      rejectFixedFields(fixed, { status: userStatus.enabled });
      rejectGivingRole(actor, form.role);
      await rejectUnknownGroup(form.group);
      rejectUsername(form.username, actor);
      const { display_name: displayName, quota: openingQuota, password, ...account } = form;
      const row = await deps.accounts.create({
        ...account,
        displayName,
        passwordHash: await deps.passwords.hash(password),
        ...(openingQuota !== undefined && { openingQuota }),
        emailVerified: false,
        createdBy: actor,
      });
      return present(await find(row.id));
    },

    async update(actor, form, fixed) {
      const target = await reach(actor, form.id);
      rejectFixedFields(fixed, present(target));
      if (form.role !== undefined && form.role !== target.role) rejectGivingRole(actor, form.role);
      if (form.group !== undefined && form.group !== target.group) await rejectUnknownGroup(form.group);
      if (form.username !== undefined && form.username !== target.username)
        rejectUsername(form.username, actor);
      const change = await write(actor, target, form);
      await deps.changeNotice.announce("callers", [target.id]);
      await notices.edited(target, change);
      return present(await find(form.id));
    },

    async manage(actor, named) {
      const id = await nameId(named);
      const result = await roleAndStatus.change(actor, await reach(actor, id), named.action);
      await deps.changeNotice.announce("callers", [id]);
      return result;
    },

    async delete(actor, id) {
      await roleAndStatus.change(actor, await reach(actor, id), "delete");
      await deps.changeNotice.announce("callers", [id]);
    },

    async editMany(actor, { ids, action, group }) {
      if (group !== undefined) await rejectUnknownGroup(group);
      const results: BulkResult[] = [];
      for (const id of new Set(ids)) {
        try {
          const target = await reach(actor, id);
          if (action !== "set_group") await roleAndStatus.change(actor, target, action);
          else if (group !== undefined) await setGroup(actor, target, group);
          results.push({ id, success: true, code: "", message: "" });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          results.push({ id, success: false, code: error.code, message: error.message });
        }
      }
      const changed = results.filter((result) => result.success).map((result) => result.id);
      await deps.changeNotice.announce("callers", changed);
      return results;
    },

    changeQuota: async (actor, id, form) => quota.change(actor, await find(id), form),

    async endSessions(actor, id) {
      const target = await reach(actor, id);
      const record = recording(actor, target, { action: "user.end_sessions" });
      await applyChange(deps, { actor, target }, {}, { signOut: true, record });
    },

    async resetTwoFactor(actor, id) {
      const target = await reach(actor, id);
      await applyChange(
        deps,
        { actor, target },
        {},
        {
          signOut: true,
          before: (queries) => removeTwoFactors(queries, id),
          record: recording(actor, target, { action: "user.reset_second_factor" }),
        },
      );
      await notices.twoFactorReset(target);
      return present(await find(id));
    },
  };
}
