import type { LoginForm } from "@tollgate/contract/auth";
import { type User, userStatus } from "@tollgate/contract/users";
import type { RateLimiter } from "../../http/register-endpoint.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { SessionRepository } from "../../storage/repositories/session-repository.ts";
import type { UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import type { Audit } from "../audit.ts";
import type { SettingsService } from "../settings/service.ts";
import { presentSignedIn } from "./present.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignInThrottle } from "./throttle.ts";

export interface SignInOrigin {
  ip: string;
  userAgent: string;
  /** The session that the browser had before, to be ended. */
  previous: string | undefined;
}

/** How somebody proved who they are; stands in the audit entry and in the list of sessions. */
export type SignInMethod = "password" | "passkey" | "github" | "oidc" | "lark" | "wechat";

export interface SignedIn {
  user: User;
  sessionId: string;
}

export interface AuthService {
  /**
   * Signs in by username or e-mail address and password. An unknown name and a wrong password give the same answer after
   * the same work; that an account is disabled is told only to who knows its password.
   */
  login(form: LoginForm, origin: SignInOrigin): Promise<SignedIn>;
  /**
   * The end of every sign-in, once a method has proven who it is: session, time and place, audit entry.
   * @throws AppError auth.user_disabled
   */
  signIn(account: UserRow, origin: SignInOrigin, method: SignInMethod): Promise<SignedIn>;
  logout(sessionId: string | undefined): Promise<void>;
  sessions: Sessions;
}

export interface AuthDependencies {
  users: UserRepository;
  sessions: SessionRepository;
  settings: SettingsService;
  passwords: Passwords;
  secretBox: SecretBox;
  rateLimiter: RateLimiter;
  ledger: Ledger;
  audit: Audit;
  clock: Clock;
}

export function createAuthService(deps: AuthDependencies): AuthService {
  const { users, clock } = deps;
  const sessions = createSessions(deps);
  const throttle = createSignInThrottle(deps.rateLimiter);

  async function findAccount(name: string) {
    const byName = await users.findByUsername(name);
    if (byName || !name.includes("@")) return byName;
    const byEmail = await users.findByEmail(name.toLowerCase());
    return byEmail.length === 1 ? byEmail[0] : undefined;
  }

  async function signIn(account: UserRow, origin: SignInOrigin, method: SignInMethod): Promise<SignedIn> {
    if (account.status !== userStatus.enabled) throw new AppError("auth.user_disabled");
    const sessionId = await sessions.start(account.id, origin);
    const signedIn = { last_login_time: clock.now(), last_login_ip: origin.ip };
    await users.update(account.id, signedIn);
    await deps.audit.record(
      { ...account, ip: origin.ip },
      { action: "auth.login", target: { type: "user", id: account.id }, detail: { method } },
    );
    const balance = await deps.ledger.balanceOf(account.id);
    return { user: presentSignedIn({ ...account, ...signedIn }, balance), sessionId };
  }

  return {
    sessions,
    signIn,

    async login(form, origin) {
      if (!deps.settings.current().PasswordLoginEnabled) throw new AppError("auth.password_login_disabled");
      const account = await findAccount(form.username);
      const attempt = { name: form.username, ip: origin.ip, knownIp: account?.last_login_ip || undefined };
      await throttle.count(attempt);
      const right = await deps.passwords.verify(account?.password_hash, form.password);
      if (!account || !right) throw new AppError("auth.bad_credentials");
      await throttle.clear(attempt);
      return signIn(account, origin, "password");
    },

    async logout(sessionId) {
      if (sessionId !== undefined) await sessions.end(sessionId);
    },
  };
}
