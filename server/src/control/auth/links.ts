import type { StepUp } from "@tollgate/contract/step-up";
import type { BindingKind } from "@tollgate/contract/users";
import { AppError } from "../../platform/app-error.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import {
  createUserRepository,
  type LinkColumn,
  type UserRepository,
  type UserRow,
} from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { lockCaller } from "../lock-caller.ts";
import type { Person, SignInService } from "./methods/method.ts";
import type { AuthService } from "./service.ts";

/** That the owner links or unlinks. `proof` is undefined for endpoints without one. */
export interface OwnersStepUp {
  stepUp: StepUp | undefined;
  sessionId: string | undefined;
}

/** Links between users and their accounts elsewhere. */
export interface Links {
  /**
   * Before anything is linked or unlinked; without a proof the sign-in must be of the last ten minutes.
   * @throws AppError as `requireStepUp` does
   */
  requireOwner(actor: Actor, owner: OwnersStepUp): Promise<void>;
  /** @throws AppError user.linked_already, user.link_taken, auth.required */
  link(actor: Actor, method: SignInService, person: Person): Promise<void>;
  /** @throws AppError user.not_linked, user.last_sign_in */
  unlink(actor: Actor, kind: BindingKind): Promise<void>;
}

const columns: Record<BindingKind, LinkColumn> = {
  github: "github_id",
  oidc: "oidc_id",
  lark: "lark_id",
  wechat: "wechat_id",
  telegram: "telegram_id",
};

const serviceNames: Record<BindingKind, string> = {
  github: "GitHub",
  oidc: "OIDC",
  lark: "Lark",
  wechat: "WeChat",
  telegram: "Telegram",
};

export function createLinks(deps: {
  database: Database;
  users: UserRepository;
  auth: AuthService;
  audit: Audit;
}): Links {
  const { users, auth } = deps;

  const record = (
    queries: TransactionQueries,
    actor: Actor,
    action: string,
    by: BindingKind,
  ): Promise<void> =>
    deps.audit.record(queries, actor, { action, target: { type: "user", id: actor.id }, detail: { by } });

  return {
    async requireOwner(actor, { stepUp, sessionId }) {
      if (stepUp) await auth.requireStepUp(actor, stepUp, sessionId);
      else if (!(await auth.signedInLately(actor, sessionId))) throw new AppError("auth.proof_required");
    },

    async link(actor, { column, kind, service }, person) {
      const wanted = {
        column,
        value: person.id,
        ...(person.githubLogin !== undefined && { githubLogin: person.githubLogin }),
      };
      try {
        await deps.database.transaction(async (queries) => {
          await lockCaller(queries, actor);
          const linked = await createUserRepository(queries).link(actor.id, wanted);
          if (!linked) throw new AppError("user.linked_already", { params: { service } });
          await record(queries, actor, "user.link", kind);
        });
      } catch (error) {
        if (deps.database.dialect.isUniqueViolation(error)) throw new AppError("user.link_taken");
        throw error;
      }
    },

    async unlink(actor, kind) {
      const row = await users.find(actor.id);
      if (!row || !isLinked(row, kind))
        throw new AppError("user.not_linked", { params: { service: serviceNames[kind] } });
      await auth.takeWayIn(actor, async (queries) => {
        await createUserRepository(queries).unlink(actor.id, columns[kind]);
        await record(queries, actor, "user.unlink", kind);
      });
    },
  };
}

function isLinked(row: UserRow, kind: BindingKind): boolean {
  return row[columns[kind]] !== "" || (kind === "github" && row.github_login !== "");
}
