import {
  type NotifyForm,
  type NotifySetting,
  readNotifyChoices,
  readNotifySetting,
  type Self,
  type SelfForm,
} from "@tollgate/contract/profile";
import type { StepUp } from "@tollgate/contract/step-up";
import { rejectFixedFields, type SentFixedFields } from "../../http/register-endpoint.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { newAccessToken } from "../../platform/ids.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { readUserBudget } from "../../storage/repositories/budget-columns.ts";
import { hashAccessToken } from "../../storage/repositories/secret-columns.ts";
import type { UserGroupRepository } from "../../storage/repositories/user-group-repository.ts";
import {
  createUserRepository,
  type UserChange,
  type UserRepository,
  type UserRow,
} from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { AuthService } from "../auth/service.ts";
import { lockCaller } from "../lock-caller.ts";
import { presentBudget } from "../present-budget.ts";
import { rejectUsername } from "../reject-username.ts";
import type { SettingsService } from "../settings/service.ts";
import { presentSelf } from "./present.ts";

/**
 * The caller: `sessionId` is the browser's, which survives a change; `twoFactorDue` as the request was admitted with.
 */
export interface ProfileActor extends Actor {
  twoFactorDue: boolean;
}

/** One's own account. No method changes quota, group, role or status. */
export interface ProfileService {
  self(actor: ProfileActor): Promise<Self>;
  /**
   * Username and display name, and the password if a new one is given; then every other session and the access token
   * end.
   * @throws AppError user.name_taken; request.invalid for a name that is reserved or of several scripts; for the
   * password as `requireStepUp` does
   */
  update(
    actor: ProfileActor,
    form: SelfForm,
    sessionId: string | undefined,
    fixed: SentFixedFields,
  ): Promise<Self>;
  /** A new access token for the console API, returned once; the old one stops working. */
  makeAccessToken(actor: Actor, stepUp: StepUp, sessionId: string | undefined): Promise<string>;
  /**
   * The same for the family's clients, without a body: by the old token, or within ten minutes of signing in.
   * @throws AppError auth.proof_required
   */
  resetAccessToken(
    actor: Actor,
    caller: { sessionId: string | undefined; byToken: boolean },
  ): Promise<string>;
  notifySetting(actor: Actor): Promise<NotifySetting>;
  /** Fields that are left out stay as they are. */
  updateNotifySetting(actor: Actor, form: NotifyForm): Promise<NotifySetting>;
  /**
   * Marks the account for deletion by an administrator.
   * @throws AppError as `requireStepUp` does
   */
  requestDeletion(actor: ProfileActor, stepUp: StepUp, sessionId: string | undefined): Promise<Self>;
  withdrawDeletion(actor: ProfileActor): Promise<Self>;
}

export interface ProfileDependencies {
  database: Database;
  users: UserRepository;
  groups: UserGroupRepository;
  settings: SettingsService;
  auth: AuthService;
  passwords: Passwords;
  secretBox: SecretBox;
  ledger: Ledger;
  audit: Audit;
  clock: Clock;
}

export function createProfileService(deps: ProfileDependencies): ProfileService {
  const { users, auth } = deps;

  async function find(actor: Actor): Promise<UserRow> {
    const row = await users.find(actor.id);
    if (!row) throw new AppError("user.not_found");
    return row;
  }

  async function self(actor: ProfileActor): Promise<Self> {
    const row = await find(actor);
    const [group, balance, secrets, budget] = await Promise.all([
      deps.groups.findBySymbol(row.group),
      deps.ledger.balanceOf(actor.id),
      users.findWhichSecrets(actor.id),
      readUserBudget(deps.database.queries, actor.id),
    ]);
    const { QuotaRemindThreshold } = deps.settings.current();
    return presentSelf(row, {
      ...secrets,
      balance,
      budget: presentBudget(budget, deps.clock.now()),
      group,
      twoFactorDue: actor.twoFactorDue,
      threshold: readNotifySetting(row.notify_setting, QuotaRemindThreshold).quota_threshold,
    });
  }

  async function notifySetting(actor: Actor): Promise<NotifySetting> {
    const { QuotaRemindThreshold } = deps.settings.current();
    return readNotifySetting((await find(actor)).notify_setting, QuotaRemindThreshold);
  }

  /** Writes columns, `also` and the audit entry in one transaction. */
  async function change(
    actor: Actor,
    values: UserChange,
    { also, ...entry }: { action: string; detail?: object; also?: (queries: TransactionQueries) => unknown },
  ): Promise<void> {
    const event = { target: { type: "user", id: actor.id }, ...entry, detail: { ...entry.detail } };
    try {
      await deps.database.transaction(async (queries) => {
        await lockCaller(queries, actor);
        await createUserRepository(queries).update(actor.id, values);
        await also?.(queries);
        await deps.audit.record(queries, actor, event);
      });
    } catch (error) {
      if (deps.database.dialect.isUniqueViolation(error))
        throw new AppError("user.name_taken", { fields: [takenName] });
      throw error;
    }
  }

  async function newToken(actor: Actor): Promise<string> {
    const accessToken = newAccessToken();
    const access_token_hash = hashAccessToken(deps.secretBox, accessToken);
    await change(actor, { access_token_hash }, { action: "profile.access_token" });
    return accessToken;
  }

  return {
    self,

    async update(actor, form, sessionId, fixed) {
      const before = await find(actor);
      rejectFixedFields(fixed, await self(actor));
      const username = form.username ?? before.username;
      if (username !== before.username) rejectUsername(username, actor);
      const values: UserChange = { username, display_name: form.display_name };
      if (form.password !== "") {
        await auth.requireStepUp(actor, form, sessionId);
        values.password_hash = await deps.passwords.hash(form.password);
        // Someone with the old password may have created one.
        values.access_token_hash = "";
      }
      await change(actor, values, {
        action: "profile.update",
        detail: {
          password: form.password !== "",
          ...(username !== before.username && { username: { from: before.username, to: username } }),
        },
        ...(form.password !== "" && {
          also: (queries) => auth.sessions.endAll(queries, actor.id, sessionId),
        }),
      });
      return self(actor);
    },

    async makeAccessToken(actor, stepUp, sessionId) {
      await auth.requireStepUp(actor, stepUp, sessionId);
      return newToken(actor);
    },

    async resetAccessToken(actor, { sessionId, byToken }) {
      if (!byToken && !(await auth.signedInLately(actor, sessionId)))
        throw new AppError("auth.proof_required");
      return newToken(actor);
    },

    notifySetting,

    async updateNotifySetting(actor, form) {
      const chosen = readNotifyChoices((await find(actor)).notify_setting);
      await users.update(actor.id, { notify_setting: JSON.stringify({ ...chosen, ...form }) });
      return notifySetting(actor);
    },

    async requestDeletion(actor, stepUp, sessionId) {
      await auth.requireStepUp(actor, stepUp, sessionId);
      const values = { deletion_requested_time: deps.clock.now() };
      await change(actor, values, { action: "profile.request_deletion" });
      return self(actor);
    },

    async withdrawDeletion(actor) {
      await change(actor, { deletion_requested_time: 0 }, { action: "profile.withdraw_deletion" });
      return self(actor);
    },
  };
}

const takenName = { path: "username", code: "user.name_taken", message: "This username is taken." };
