import { freshSignInSeconds, type StepUp } from "@tollgate/contract/step-up";
import type { RateLimiter, RateRule } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { hashSessionId } from "../../storage/repositories/secret-columns.ts";
import type { SessionRepository } from "../../storage/repositories/session-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { TwoFactorService } from "../two-factor/service.ts";

/** Wrong passwords for a sensitive change: a stolen session must not be used for guessing. */
const stepUpRule: RateRule = { limit: 10, seconds: 900 };

interface StepUpDependencies {
  users: UserRepository;
  sessions: SessionRepository;
  twoFactor: TwoFactorService;
  passwords: Passwords;
  secretBox: SecretBox;
  rateLimiter: RateLimiter;
  clock: Clock;
}

/** Step-up authentication: verifies that the owner makes the request (contract `proof`). */
export interface StepUpCheck {
  /**
   * Before a sensitive change: the password, or for accounts without one a sign-in of the last ten minutes or a code.
   * @throws AppError user.password_wrong, auth.proof_required, auth.second_factor_wrong, request.rate_limited
   */
  requireStepUp(actor: Actor, stepUp: StepUp, sessionId: string | undefined): Promise<void>;
  /** True within ten minutes of the session's sign-in. */
  signedInLately(actor: Actor, sessionId: string | undefined): Promise<boolean>;
}

export function createStepUpCheck(deps: StepUpDependencies): StepUpCheck {
  async function checkPassword(actor: Actor, hashed: string, password: string): Promise<void> {
    const key = `stepUp:${actor.id}`;
    const seconds = await deps.rateLimiter.take(key, stepUpRule);
    if (seconds > 0) throw new AppError("request.rate_limited", { params: { seconds } });
    if (!(await deps.passwords.verify(hashed, password)))
      throw new AppError("user.password_wrong", { fields: [wrongPassword] });
    await deps.rateLimiter.forget(key);
  }

  async function signedInLately(actor: Actor, sessionId: string | undefined): Promise<boolean> {
    if (sessionId === undefined) return false;
    const created = await deps.sessions.findCreatedTime(hashSessionId(deps.secretBox, sessionId), actor.id);
    return created !== undefined && deps.clock.now() - created < freshSignInSeconds;
  }

  return {
    signedInLately,

    async requireStepUp(actor, stepUp, sessionId) {
      const hashed = (await deps.users.findPasswordHash(actor.id)) ?? "";
      if (hashed !== "") return checkPassword(actor, hashed, stepUp.current_password);
      if (await signedInLately(actor, sessionId)) return undefined;
      const { enabled } = await deps.twoFactor.state(actor.id);
      if (!enabled || stepUp.code === "") throw new AppError("auth.proof_required");
      return deps.twoFactor.check(actor.id, { code: stepUp.code, recovery_code: "" });
    },
  };
}

const wrongPassword = {
  path: "current_password",
  code: "user.password_wrong",
  message: "The current password is incorrect.",
};
