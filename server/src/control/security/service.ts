import type { StepUp } from "@tollgate/contract/step-up";
import type { TwoFactorStepUp, TwoFactorSecret, TwoFactorState } from "@tollgate/contract/two-factor";
import type { SessionEntry } from "@tollgate/contract/sessions";
import { AppError } from "../../platform/app-error.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { createSessionRepository } from "../../storage/repositories/session-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { AuthService } from "../auth/service.ts";
import { lockCaller } from "../lock-caller.ts";
import type { TwoFactorService } from "../two-factor/service.ts";
import type { SettingsService } from "../settings/service.ts";

/** A user's own account security: two-factor authentication and sessions. Its changes end every other session. */
export interface SecurityService {
  twoFactor(actor: Actor): Promise<TwoFactorState>;
  /** @throws AppError as `requireStepUp` does; second_factor.already_on */
  beginTwoFactor(actor: Actor, stepUp: StepUp, sessionId: string | undefined): Promise<TwoFactorSecret>;
  confirmTwoFactor(actor: Actor, code: string, sessionId: string | undefined): Promise<string[]>;
  /** Needs the password, where there is one, and a code. */
  renewRecoveryCodes(actor: Actor, stepUp: TwoFactorStepUp): Promise<string[]>;
  disableTwoFactor(actor: Actor, stepUp: TwoFactorStepUp, sessionId: string | undefined): Promise<void>;
  listSessions(actor: Actor, sessionId: string | undefined): Promise<SessionEntry[]>;
  /** @throws AppError session.not_found */
  endSession(actor: Actor, name: string): Promise<void>;
  /** Returns how many ended. */
  endOtherSessions(actor: Actor, sessionId: string | undefined): Promise<number>;
}

export interface SecurityDependencies {
  database: Database;
  users: UserRepository;
  auth: AuthService;
  twoFactor: TwoFactorService;
  settings: SettingsService;
  audit: Audit;
}

export function createSecurityService(deps: SecurityDependencies): SecurityService {
  const { auth, twoFactor } = deps;

  const record = (
    queries: TransactionQueries,
    actor: Actor,
    action: string,
    detail: Record<string, unknown> = {},
  ) => deps.audit.record(queries, actor, { action, target: { type: "user", id: actor.id }, detail });

  /** Password and code: one of them alone may be stolen. An account without password has the code alone. */
  async function requireBoth(actor: Actor, stepUp: TwoFactorStepUp): Promise<void> {
    const { enabled } = await twoFactor.state(actor.id);
    if (!enabled) throw new AppError("second_factor.off");
    if (await deps.users.findPasswordHash(actor.id))
      await auth.requireStepUp(actor, { current_password: stepUp.current_password, code: "" }, undefined);
    await twoFactor.check(actor.id, stepUp);
  }

  return {
    twoFactor: (actor) => twoFactor.state(actor.id),

    async beginTwoFactor(actor, stepUp, sessionId) {
      await auth.requireStepUp(actor, stepUp, sessionId);
      const issuer = deps.settings.current().SystemName;
      return twoFactor.begin(actor.id, { issuer, label: actor.username }, (queries) =>
        lockCaller(queries, actor),
      );
    },

    confirmTwoFactor: (actor, code, sessionId) =>
      twoFactor.confirm(actor.id, code, async (queries) => {
        await lockCaller(queries, actor);
        await auth.sessions.endAll(queries, actor.id, sessionId);
        await record(queries, actor, "second_factor.enable");
      }),

    async renewRecoveryCodes(actor, stepUp) {
      await requireBoth(actor, stepUp);
      return twoFactor.renewRecoveryCodes(actor.id, async (queries) => {
        await lockCaller(queries, actor);
        await record(queries, actor, "second_factor.recovery_codes");
      });
    },

    async disableTwoFactor(actor, stepUp, sessionId) {
      await requireBoth(actor, stepUp);
      await twoFactor.remove(actor.id, async (queries) => {
        await lockCaller(queries, actor);
        await auth.sessions.endAll(queries, actor.id, sessionId);
        await record(queries, actor, "second_factor.disable");
      });
    },

    listSessions: (actor, sessionId) => auth.sessions.list(actor.id, sessionId),

    async endSession(actor, name) {
      const idHash = await auth.sessions.findNamed(actor.id, name);
      if (idHash === undefined) throw new AppError("session.not_found");
      await deps.database.transaction(async (queries) => {
        await createSessionRepository(queries).delete(idHash);
        await record(queries, actor, "session.end");
      });
    },

    endOtherSessions: (actor, sessionId) =>
      deps.database.transaction(async (queries) => {
        await lockCaller(queries, actor);
        const ended = await auth.sessions.endAll(queries, actor.id, sessionId);
        await record(queries, actor, "session.end", { ended });
        return ended;
      }),
  };
}
