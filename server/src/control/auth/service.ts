import type { AnyEndpoint } from "@tollgate/contract/endpoint";
import type { LoginForm } from "@tollgate/contract/auth";
import type { SignInKind } from "@tollgate/contract/oauth";
import type { TwoFactorForm } from "@tollgate/contract/two-factor";
import { type User, userStatus } from "@tollgate/contract/users";
import {
  type BrowserCookies,
  type EndpointContext,
  type RateLimiter,
  SignInPending,
} from "../../http/register-endpoint.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database } from "../../storage/database.ts";
import type { PasskeyRepository } from "../../storage/repositories/passkey-repository.ts";
import type { SessionRepository } from "../../storage/repositories/session-repository.ts";
import {
  createUserRepository,
  type UserRepository,
  type UserRow,
} from "../../storage/repositories/user-repository.ts";
import type { Audit } from "../audit.ts";
import { languageOf } from "../mail/service.ts";
import type { TwoFactorService } from "../two-factor/service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { UserNoticeService } from "../user-notices/service.ts";
import { createKnownDevices, type DeviceCookie } from "./known-devices.ts";
import { lockUnchanged, type Recheck } from "./lock-unchanged.ts";
import { presentSignedIn } from "./present.ts";
import { createStepUpCheck, type StepUpCheck } from "./step-up.ts";
import { createSessions, type Sessions, type SignedInUser } from "./sessions.ts";
import { createNewPlaceNotice } from "./notify-new-place.ts";
import { createSignInThrottle } from "./throttle.ts";
import { createLastSignInMethod, type LastSignInMethod } from "./last-sign-in-method.ts";

export type { Sessions, SignedInUser };

export interface SignInOrigin {
  ip: string;
  userAgent: string;
  /** The session that the browser had before; it ends. */
  previous: string | undefined;
  /** Cookies of the browser that signs in. */
  cookies?: BrowserCookies | undefined;
  /** The browser's `Accept-Language`, for a mail about the sign-in. */
  acceptLanguage?: string | undefined;
}

/** How the person signed in; shown in the audit entry and in the list of sessions. */
export type SignInMethod = "password" | "passkey" | SignInKind;

/** What a sign-in method verified. */
export interface VerifiedSignIn {
  /** The method itself checked two factors (a passkey that verified its user), so no code is required. */
  twoFactors?: boolean;
  /** Verifies under the account's lock what may have changed since the method read it; throws if it did. */
  recheck?: Recheck;
}

export interface SignedIn {
  user: User;
  sessionId: string;
  device: DeviceCookie;
}

/** Sets the cookies of a sign-in in the browser; the session's is the first, which scripts read. */
export function keepSignIn(
  { session, cookies }: Pick<EndpointContext<AnyEndpoint>, "session" | "cookies">,
  { sessionId, device }: SignedIn,
): void {
  session.set(sessionId);
  cookies.keep(device.name, device.value, device.seconds);
}

export interface AuthService extends StepUpCheck, LastSignInMethod {
  /**
   * Signs in by username or email address and password. An unknown name and a wrong password give the same response
   * after the same work; a disabled account is only reported with the correct password.
   */
  login(form: LoginForm, origin: SignInOrigin): Promise<SignedIn>;
  /**
   * The end of every sign-in, once a method has verified the person: session, time and place, audit entry.
   * An account that changed since the method read it is not admitted.
   * @throws AppError auth.user_disabled, auth.bad_credentials
   * @throws SignInPending if the account requires two-factor authentication first; `complete` continues from there
   */
  signIn(
    account: UserRow,
    origin: SignInOrigin,
    method: SignInMethod,
    verified?: VerifiedSignIn,
  ): Promise<SignedIn>;
  /**
   * Completes the sign-in that waits in the browser's session; its id is replaced. Five attempts within ten minutes.
   * @throws AppError auth.second_factor_wrong, auth.second_factor_expired, auth.user_disabled, request.rate_limited
   */
  complete(form: TwoFactorForm, origin: SignInOrigin): Promise<SignedIn>;
  logout(sessionId: string | undefined): Promise<void>;
  sessions: Sessions;
}

export interface AuthDependencies {
  database: Database;
  users: UserRepository;
  sessions: SessionRepository;
  passkeys: PasskeyRepository;
  twoFactor: TwoFactorService;
  settings: SettingsService;
  passwords: Passwords;
  secretBox: SecretBox;
  rateLimiter: RateLimiter;
  ledger: Ledger;
  userNotices: UserNoticeService;
  audit: Audit;
  clock: Clock;
}

export function createAuthService(deps: AuthDependencies): AuthService {
  const { users, clock } = deps;
  const sessions = createSessions(deps);
  const throttle = createSignInThrottle(deps.rateLimiter);
  const devices = createKnownDevices(deps.secretBox);
  const notifyNewPlace = createNewPlaceNotice({ ...deps, sessions });

  async function findAccount(name: string) {
    const byName = await users.findByUsername(name);
    if (byName || !name.includes("@")) return byName;
    const byEmail = await users.findByEmail(name.toLowerCase());
    return byEmail.length === 1 ? byEmail[0] : undefined;
  }

  async function admit(
    account: UserRow,
    origin: SignInOrigin,
    how: { method: string; twoFactors: boolean; detail: object; recheck: Recheck | undefined },
  ): Promise<SignedIn> {
    await notifyNewPlace(account, origin);
    const signedIn = { last_login_time: clock.now(), last_login_ip: origin.ip };
    // Unsolicited mails are written in the language that was used last.
    const language = origin.acceptLanguage ? { language: languageOf(origin.acceptLanguage) } : {};
    const sessionId = await deps.database.transaction(async (queries) => {
      await lockUnchanged(queries, account, how.recheck);
      const started = await sessions.start(queries, account.id, origin, how);
      await createUserRepository(queries).update(account.id, { ...signedIn, ...language });
      await deps.audit.record(
        queries,
        { ...account, ip: origin.ip },
        { action: "auth.login", target: { type: "user", id: account.id }, detail: { ...how.detail } },
      );
      return started;
    });
    const balance = await deps.ledger.balanceOf(account.id);
    const device = devices.cookieFor(account.id, origin.cookies);
    return { user: presentSignedIn({ ...account, ...signedIn }, balance), sessionId, device };
  }

  const signIn: AuthService["signIn"] = async (account, origin, method, verified = {}) => {
    const { twoFactors = false, recheck } = verified;
    if (account.status !== userStatus.enabled) throw new AppError("auth.user_disabled");
    if (account.totp_confirmed_time === 0 || twoFactors)
      return admit(account, origin, { method, twoFactors, detail: { method }, recheck });
    const pendingId = await deps.database.transaction(async (queries) => {
      await lockUnchanged(queries, account, recheck);
      return sessions.startPending(queries, account.id, origin, method);
    });
    throw new SignInPending(pendingId);
  };

  return {
    sessions,
    ...createStepUpCheck(deps),
    ...createLastSignInMethod(deps),

    signIn,

    async complete(form, origin) {
      const waiting = await sessions.countCode(origin.previous);
      const account = waiting && (await users.find(waiting.userId));
      if (!account) throw new AppError("auth.second_factor_expired");
      if (account.status !== userStatus.enabled) throw new AppError("auth.user_disabled");
      await deps.twoFactor.check(account.id, form);
      const { method } = waiting;
      const second_factor = form.code === "" ? "recovery_code" : "code";
      return admit(account, origin, {
        method,
        twoFactors: false,
        detail: { method, second_factor },
        // A changed password ended the waiting session.
        recheck: async (queries) => {
          if (!(await sessions.takePending(queries, origin.previous)))
            throw new AppError("auth.second_factor_expired");
        },
      });
    },

    async login(form, origin) {
      if (!deps.settings.current().PasswordLoginEnabled) throw new AppError("auth.password_login_disabled");
      const account = await findAccount(form.username);
      const attempt = {
        name: form.username,
        ip: origin.ip,
        knownIp: account?.last_login_ip || undefined,
        device: account && devices.find(account.id, origin.cookies),
      };
      await throttle.count(attempt);
      const right = await deps.passwords.verify(account?.password_hash, form.password);
      if (!account || !right) throw new AppError("auth.bad_credentials");
      await throttle.clear(attempt);
      return signIn(account, origin, "password", {
        recheck: async (queries) => {
          const current = await createUserRepository(queries).findPasswordHash(account.id);
          if (current !== account.password_hash) throw new AppError("auth.bad_credentials");
        },
      });
    },

    async logout(sessionId) {
      if (sessionId !== undefined) await sessions.end(sessionId);
    },
  };
}
