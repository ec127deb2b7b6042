import type { Proof } from "@tollgate/contract/proof";
import type {
  SecondFactorProof,
  SecondFactorSecret,
  SecondFactorState,
} from "@tollgate/contract/second-factor";
import type { SessionEntry } from "@tollgate/contract/sessions";
import { AppError } from "../../platform/app-error.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { createSessionRepository } from "../../storage/repositories/session-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { AuthService } from "../auth/service.ts";
import type { SecondFactorService } from "../second-factor/service.ts";
import type { SettingsService } from "../settings/service.ts";

/** How a user keeps the own account: second factor and sessions. Changes of the factor end every other session. */
export interface SecurityService {
  secondFactor(actor: Actor): Promise<SecondFactorState>;
  /** @throws AppError as `requireProof` does; second_factor.already_on */
  beginSecondFactor(actor: Actor, proof: Proof, sessionId: string | undefined): Promise<SecondFactorSecret>;
  confirmSecondFactor(actor: Actor, code: string, sessionId: string | undefined): Promise<string[]>;
  /** Needs the password, where there is one, and a code. */
  renewRecoveryCodes(actor: Actor, proof: SecondFactorProof): Promise<string[]>;
  disableSecondFactor(actor: Actor, proof: SecondFactorProof, sessionId: string | undefined): Promise<void>;
  listSessions(actor: Actor, sessionId: string | undefined): Promise<SessionEntry[]>;
  /** @throws AppError session.not_found */
  endSession(actor: Actor, name: string): Promise<void>;
  /** Answers how many ended. */
  endOtherSessions(actor: Actor, sessionId: string | undefined): Promise<number>;
}

export interface SecurityDependencies {
  database: Database;
  users: UserRepository;
  auth: AuthService;
  secondFactor: SecondFactorService;
  settings: SettingsService;
  audit: Audit;
}

export function createSecurityService(deps: SecurityDependencies): SecurityService {
  const { auth, secondFactor } = deps;

  const record = (
    queries: TransactionQueries,
    actor: Actor,
    action: string,
    detail: Record<string, unknown> = {},
  ) => deps.audit.record(queries, actor, { action, target: { type: "user", id: actor.id }, detail });

  /** Password and code: one of them alone may be stolen. An account without password has the code alone. */
  async function requireBoth(actor: Actor, proof: SecondFactorProof): Promise<void> {
    const { enabled } = await secondFactor.state(actor.id);
    if (!enabled) throw new AppError("second_factor.off");
    if (await deps.users.findPasswordHash(actor.id))
      await auth.requireProof(actor, { current_password: proof.current_password, code: "" }, undefined);
    await secondFactor.check(actor.id, proof);
  }

  return {
    secondFactor: (actor) => secondFactor.state(actor.id),

    async beginSecondFactor(actor, proof, sessionId) {
      await auth.requireProof(actor, proof, sessionId);
      const issuer = deps.settings.current().SystemName;
      return secondFactor.begin(actor.id, { issuer, label: actor.username });
    },

    confirmSecondFactor: (actor, code, sessionId) =>
      secondFactor.confirm(actor.id, code, async (queries) => {
        await auth.sessions.endAll(queries, actor.id, sessionId);
        await record(queries, actor, "second_factor.enable");
      }),

    async renewRecoveryCodes(actor, proof) {
      await requireBoth(actor, proof);
      return secondFactor.renewRecoveryCodes(actor.id, (queries) =>
        record(queries, actor, "second_factor.recovery_codes"),
      );
    },

    async disableSecondFactor(actor, proof, sessionId) {
      await requireBoth(actor, proof);
      await secondFactor.remove(actor.id, async (queries) => {
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
        const ended = await auth.sessions.endAll(queries, actor.id, sessionId);
        await record(queries, actor, "session.end", { ended });
        return ended;
      }),
  };
}
