import {
  type BindEmailForm,
  codeSeconds,
  type RegisterForm,
  resetLinkSeconds,
} from "@tollgate/contract/registration";
import { userStatus } from "@tollgate/contract/users";
import type { RateLimiter, RateRule } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { newPassword } from "../../platform/ids.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database } from "../../storage/database.ts";
import { createOneTimeCodeRepository } from "../../storage/repositories/one-time-code-repository.ts";
import {
  createUserRepository,
  type UserRepository,
  type UserRow,
} from "../../storage/repositories/user-repository.ts";
import type { AccountService } from "../accounts/service.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { AuthService } from "../auth/service.ts";
import { lockCaller } from "../lock-caller.ts";
import { languageOf, type MailService } from "../mail/service.ts";
import type { SettingsService } from "../settings/service.ts";
import { createOneTimeCodes } from "./codes.ts";
import { rejectDomain, rejectMissing, rejectWhileClosed, wrongCode } from "./policy.ts";
import { createTurnstileGuard } from "./turnstile.ts";

/** Origin of a request, and its Turnstile response. */
export interface Visit {
  ip: string;
  acceptLanguage: string;
  /** Empty where Turnstile is not required. */
  turnstile: string;
}

/** Features that depend on a readable address: new accounts, forgotten passwords, binding. */
export interface RegistrationService {
  /**
   * @throws AppError register.*, turnstile.*, user.name_taken, user.email_taken
   */
  register(form: RegisterForm, visit: Visit): Promise<void>;
  /**
   * Sends a code for a new account, or to a signed-in user one for binding the address, which is bound to that user.
   * @throws AppError mail.not_configured, user.email_taken, register.*, turnstile.*, request.rate_limited
   */
  sendVerification(email: string, visitor: Actor | undefined, visit: Visit): Promise<void>;
  /**
   * Sends a link if the address belongs to an account. Work and response are the same if not.
   * @throws AppError mail.not_configured, mail.no_server_address, turnstile.*, request.rate_limited
   */
  requestReset(email: string, visit: Visit): Promise<void>;
  isLinkAlive(link: { email: string; token: string }): Promise<boolean>;
  /**
   * Sets the password, ends every session and revokes the access token; two-factor authentication stays enabled. Returns a
   * generated password if none was given, else nothing.
   * @throws AppError reset.link_dead
   */
  resetPassword(
    link: { email: string; token: string; password?: string | undefined },
    visit: Visit,
  ): Promise<string>;
  /** @throws AppError register.code_wrong, user.email_taken, and errors of `AuthService.requireStepUp` */
  bindEmail(actor: Actor, form: BindEmailForm, sessionId: string | undefined): Promise<void>;
  /** Code of the actor's own invitation link. */
  invitationCode(actor: Actor): Promise<string>;
  /** Deletes unused codes. */
  prune(): Promise<void>;
}

export interface RegistrationDependencies {
  database: Database;
  users: UserRepository;
  accounts: AccountService;
  auth: AuthService;
  mail: MailService;
  settings: SettingsService;
  passwords: Passwords;
  secretBox: SecretBox;
  rateLimiter: RateLimiter;
  audit: Audit;
  clock: Clock;
}

/**
 * Mails with codes or links to one address, for all callers: prevents flooding a mailbox. The codes enforce the pause
 * between two.
 */
const recipientRule: RateRule = { limit: 6, seconds: 3600 };

export function createRegistrationService(deps: RegistrationDependencies): RegistrationService {
  const { users, accounts, mail, clock } = deps;
  const codes = createOneTimeCodes({ ...deps, codes: createOneTimeCodeRepository(deps.database.queries) });
  const rejectPrograms = createTurnstileGuard(deps);
  const settings = () => deps.settings.current();

  function rejectWithoutMail(): void {
    if (!mail.configured()) throw new AppError("mail.not_configured");
  }

  async function spareRecipient(email: string): Promise<void> {
    const seconds = await deps.rateLimiter.take(`mail-to:${email}`, recipientRule);
    if (seconds > 0) throw new AppError("request.rate_limited", { params: { seconds } });
  }

  async function rejectTakenEmail(email: string, own: number | undefined): Promise<void> {
    const [holder] = await users.findByEmail(email);
    if (holder && holder.id !== own) throw takenEmail();
  }

  async function sendCode(email: string, subject: string, visit: Visit): Promise<void> {
    await spareRecipient(email);
    const code = await codes.issueCode(subject);
    await mail.send({
      to: email,
      language: languageOf(visit.acceptLanguage),
      content: { kind: "verification", code, minutes: codeSeconds / 60 },
      expires: clock.now() + codeSeconds,
    });
  }

  async function sendLink(row: UserRow, token: string, visit: Visit): Promise<void> {
    const query = new URLSearchParams({ email: row.email, token });
    await mail.send({
      to: row.email,
      language: languageOf(visit.acceptLanguage),
      content: {
        kind: "password_reset",
        username: row.username,
        link: `${settings().ServerAddress.replace(/\/$/, "")}/user/reset?${query.toString()}`,
        minutes: resetLinkSeconds / 60,
      },
      expires: clock.now() + resetLinkSeconds,
    });
  }

  async function findEnabled(email: string): Promise<UserRow | undefined> {
    const [row] = await users.findByEmail(email);
    return row?.status === userStatus.enabled ? row : undefined;
  }

  return {
    async register(form, visit) {
      rejectWhileClosed(settings());
      const verified = settings().EmailVerificationEnabled;
      const email = verified ? form.email : "";
      if (verified) {
        rejectMissing(form);
        rejectDomain(email, settings());
      }
      await rejectPrograms(visit.turnstile, visit.ip);
      await accounts.rejectTaken({ username: form.username, email });
      // Before the code is used up: the server may be too busy to hash.
      const passwordHash = await deps.passwords.hash(form.password);
      if (verified && !(await codes.takeCode(email, form.verification_code))) throw wrongCode();
      const row = await accounts.create({
        username: form.username,
        displayName: "",
        email,
        emailVerified: verified,
        passwordHash,
        affCode: form.aff_code,
        ip: visit.ip,
      });
      await users.update(row.id, { language: languageOf(visit.acceptLanguage) });
    },

    async sendVerification(email, visitor, visit) {
      rejectWithoutMail();
      if (!visitor) rejectWhileClosed(settings());
      rejectDomain(email, settings());
      // A signed-in user has an account to lose; the widget is for visitors.
      if (!visitor) await rejectPrograms(visit.turnstile, visit.ip);
      await rejectTakenEmail(email, visitor?.id);
      await sendCode(email, visitor ? subjectOf(visitor, email) : email, visit);
    },

    async requestReset(email, visit) {
      rejectWithoutMail();
      // The address of the request is controlled by the caller: a link to a foreign host would leak the token.
      if (settings().ServerAddress === "") throw new AppError("mail.no_server_address");
      await rejectPrograms(visit.turnstile, visit.ip);
      await spareRecipient(email);
      const token = await codes.issueLink(email);
      const row = await findEnabled(email);
      if (row) await sendLink(row, token, visit);
    },

    isLinkAlive: ({ email, token }) => codes.knowsLink(email, token),

    async resetPassword({ email, token, password }, visit) {
      const row = (await codes.knowsLink(email, token)) ? await findEnabled(email) : undefined;
      if (!row) throw new AppError("reset.link_dead");
      const chosen = password ?? newPassword();
      const password_hash = await deps.passwords.hash(chosen);
      if (!(await codes.takeLink(email, token))) throw new AppError("reset.link_dead");
      await deps.database.transaction(async (queries) => {
        const values = { password_hash, email_verified: 1, access_token_hash: "" };
        await createUserRepository(queries).update(row.id, values);
        await deps.auth.sessions.endAll(queries, row.id);
        await deps.audit.record(
          queries,
          { ...row, ip: visit.ip },
          { action: "auth.password_reset", target: { type: "user", id: row.id } },
        );
      });
      return password === undefined ? chosen : "";
    },

    async bindEmail(actor, form, sessionId) {
      await deps.auth.requireStepUp(actor, form, sessionId);
      rejectDomain(form.email, settings());
      await rejectTakenEmail(form.email, actor.id);
      if (!(await codes.takeCode(subjectOf(actor, form.email), form.verification_code))) throw wrongCode();
      const before = await users.find(actor.id);
      try {
        await deps.database.transaction(async (queries) => {
          await lockCaller(queries, actor);
          await createUserRepository(queries).update(actor.id, { email: form.email, email_verified: 1 });
          await deps.audit.record(queries, actor, {
            action: "profile.email",
            target: { type: "user", id: actor.id },
            detail: { from: before?.email ?? "", to: form.email },
          });
        });
      } catch (error) {
        throw deps.database.dialect.isUniqueViolation(error) ? takenEmail() : error;
      }
      if (before && before.email !== "" && before.email !== form.email && mail.configured())
        await mail.send({
          to: before.email,
          language: languageOf(before.language),
          content: {
            kind: "email_changed",
            username: before.username,
            address: form.email,
            time: clock.now(),
            ip: actor.ip,
          },
        });
    },

    invitationCode: (actor) => accounts.invitationCode(actor.id),
    prune: () => codes.deleteExpired(),
  };
}

/** A code for binding is only valid for the user who requested it. */
function subjectOf(actor: Actor, email: string): string {
  return `${actor.id}:${email}`;
}

function takenEmail(): AppError {
  return new AppError("user.email_taken", {
    fields: [
      {
        path: "email",
        code: "user.email_taken",
        message: "This email address belongs to another account.",
      },
    ],
  });
}
