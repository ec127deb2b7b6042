import type { LoginAnswer, Passkey, RegistrationAnswer } from "@tollgate/contract/passkeys";
import { passkeyRules } from "@tollgate/contract/passkeys";
import type { StepUp } from "@tollgate/contract/step-up";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { newSessionId } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import {
  createPasskeyRepository,
  type PasskeyRepository,
  type PasskeyRow,
} from "../../storage/repositories/passkey-repository.ts";
import { hashChallengeId, passkeyUserHandle } from "../../storage/repositories/secret-columns.ts";
import { createSessionRepository } from "../../storage/repositories/session-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { AuthService, SignedIn, SignInOrigin } from "../auth/service.ts";
import { lockCaller } from "../lock-caller.ts";
import type { SettingsService } from "../settings/service.ts";
import { loadWebAuthn } from "./load-web-authn.ts";
import { presentPasskey } from "./present.ts";
import { findRelyingParty } from "./relying-party.ts";
import { keyAlgorithms, verifyLogin, verifyRegistration } from "./verify-answer.ts";

/** A challenge is valid for this long, once, in the browser that requested it. */
export const challengeSeconds = 300;

/** The browser's origin, and the cookie that binds it to its challenge. */
export interface PasskeyBrowser {
  ownOrigin: string | undefined;
  challengeId: string | undefined;
}

/** The options for the browser's authenticator; `challengeId` becomes its cookie. */
export interface PasskeyOptions {
  publicKey: Record<string, unknown>;
  challengeId: string;
}

/** Passkeys (WebAuthn): any authenticator with discoverable keys; no attestation is required. */
export interface PasskeyService {
  beginLogin(browser: PasskeyBrowser): Promise<PasskeyOptions>;
  /**
   * Signs in. A passkey that verified its user (finger, face, PIN) counts as two factors.
   * @throws AppError passkey.refused for every invalid response, passkey.challenge_expired
   */
  finishLogin(answer: LoginAnswer, browser: PasskeyBrowser, origin: SignInOrigin): Promise<SignedIn>;
  beginRegistration(
    actor: Actor,
    form: StepUp & { alias: string },
    browser: PasskeyBrowser,
    sessionId: string | undefined,
  ): Promise<PasskeyOptions>;
  finishRegistration(actor: Actor, answer: RegistrationAnswer, browser: PasskeyBrowser): Promise<Passkey>;
  list(actor: Actor): Promise<Passkey[]>;
  /** @throws AppError passkey.not_found */
  rename(actor: Actor, id: number, alias: string): Promise<Passkey>;
  /**
   * Ends other sessions: one of them may be on the lost device.
   * @throws AppError passkey.not_found, user.last_sign_in, and as `requireStepUp` does
   */
  delete(actor: Actor, id: number, owner: { stepUp: StepUp; sessionId: string | undefined }): Promise<void>;
}

export interface PasskeyDependencies {
  database: Database;
  passkeys: PasskeyRepository;
  users: UserRepository;
  auth: AuthService;
  settings: SettingsService;
  secretBox: SecretBox;
  audit: Audit;
  clock: Clock;
}

export function createPasskeyService(deps: PasskeyDependencies): PasskeyService {
  const { passkeys, secretBox, clock } = deps;
  const partyOf = ({ ownOrigin }: PasskeyBrowser) =>
    findRelyingParty(deps.settings.current().ServerAddress, ownOrigin);
  const handleOf = (userId: number) => Buffer.from(passkeyUserHandle(secretBox, userId), "hex");

  function rejectIfOff(): void {
    if (!deps.settings.current().PasskeyLoginEnabled) throw new AppError("auth.passkey_login_disabled");
  }

  async function keepChallenge(challenge: string, userId: number, alias: string): Promise<string> {
    const now = clock.now();
    await passkeys.deleteExpiredChallenges(now);
    const id = newSessionId();
    const expires_time = now + challengeSeconds;
    const id_hash = hashChallengeId(secretBox, id);
    await passkeys.insertChallenge({ id_hash, user_id: userId, challenge, alias, expires_time });
    return id;
  }

  async function takeChallenge({ challengeId }: PasskeyBrowser, userId: number) {
    const taken =
      challengeId === undefined
        ? undefined
        : await passkeys.takeChallenge(hashChallengeId(secretBox, challengeId), userId, clock.now());
    if (!taken) throw new AppError("passkey.challenge_expired");
    return taken;
  }

  const record = (queries: TransactionQueries, actor: Actor, action: string, row: PasskeyRow) =>
    deps.audit.record(queries, actor, {
      action,
      target: { type: "user", id: actor.id },
      detail: { passkey: row.id, alias: row.alias },
    });

  return {
    async beginLogin(browser) {
      rejectIfOff();
      const { generateAuthenticationOptions } = await loadWebAuthn();
      const options = await generateAuthenticationOptions({
        rpID: partyOf(browser).id,
        userVerification: "preferred",
        timeout: challengeSeconds * 1000,
      });
      const challengeId = await keepChallenge(options.challenge, 0, "");
      return { publicKey: { ...options }, challengeId };
    },

    async finishLogin(answer, browser, origin) {
      rejectIfOff();
      const party = partyOf(browser);
      const { challenge } = await takeChallenge(browser, 0);
      const row = await passkeys.findByCredentialId(answer.id);
      const account = row && (await deps.users.find(row.user_id));
      if (!account) throw new AppError("passkey.refused");
      const handle = answer.response.userHandle ?? "";
      if (handle !== "" && handle !== handleOf(account.id).toString("base64url"))
        throw new AppError("passkey.refused");
      const { counter, userVerified } = await verifyLogin(answer, { challenge, party, row });
      if (!(await passkeys.used(row.id, counter, clock.now()))) throw new AppError("passkey.refused");
      return deps.auth.signIn(account, origin, "passkey", {
        twoFactors: userVerified,
        recheck: async (queries) => {
          const current = await createPasskeyRepository(queries).findByCredentialId(answer.id);
          if (!current) throw new AppError("passkey.refused");
        },
      });
    },

    async beginRegistration(actor, form, browser, sessionId) {
      rejectIfOff();
      const party = partyOf(browser);
      await deps.auth.requireStepUp(actor, form, sessionId);
      const known = await passkeys.ofUser(actor.id);
      if (known.length >= passkeyRules.perUser)
        throw new AppError("passkey.too_many", { params: { maximum: passkeyRules.perUser } });
      const { generateRegistrationOptions } = await loadWebAuthn();
      const options = await generateRegistrationOptions({
        rpName: deps.settings.current().SystemName,
        rpID: party.id,
        userName: actor.username,
        userID: new Uint8Array(handleOf(actor.id)),
        timeout: challengeSeconds * 1000,
        excludeCredentials: known.map((row) => ({ id: row.credential_id })),
        supportedAlgorithmIDs: keyAlgorithms,
        authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      });
      const challengeId = await keepChallenge(options.challenge, actor.id, form.alias);
      return { publicKey: { ...options }, challengeId };
    },

    async finishRegistration(actor, answer, browser) {
      rejectIfOff();
      const party = partyOf(browser);
      const { challenge, alias } = await takeChallenge(browser, actor.id);
      const made = await verifyRegistration(answer, { challenge, party });
      const row = await insert(actor, {
        ...made,
        user_id: actor.id,
        alias: alias || new Date(clock.milliseconds()).toISOString().slice(0, 10),
        created_time: clock.now(),
        last_used_time: 0,
      });
      return presentPasskey(row);
    },

    list: async (actor) => (await passkeys.ofUser(actor.id)).map(presentPasskey),

    async rename(actor, id, alias) {
      const row = await deps.database.transaction(async (queries) => {
        const renamed = await createPasskeyRepository(queries).rename(actor.id, id, alias);
        if (!renamed) throw new AppError("passkey.not_found");
        await record(queries, actor, "passkey.rename", renamed);
        return renamed;
      });
      return presentPasskey(row);
    },

    async delete(actor, id, { stepUp, sessionId }) {
      const own = await passkeys.ofUser(actor.id);
      if (!own.some((row) => row.id === id)) throw new AppError("passkey.not_found");
      await deps.auth.requireStepUp(actor, stepUp, sessionId);
      await deps.auth.takeWayIn(actor, async (queries) => {
        const rows = createPasskeyRepository(queries);
        const deleted = await rows.delete(actor.id, id);
        if (!deleted) throw new AppError("passkey.not_found");
        await deps.auth.sessions.endAll(queries, actor.id, sessionId);
        if (!(await rows.userHasAny(actor.id)))
          await createSessionRepository(queries).forgetTwoFactors(actor.id);
        await record(queries, actor, "passkey.delete", deleted);
      });
    },
  };

  async function insert(actor: Actor, row: Parameters<PasskeyRepository["insert"]>[0]): Promise<PasskeyRow> {
    try {
      return await deps.database.transaction(async (queries) => {
        await lockCaller(queries, actor);
        const inserted = await createPasskeyRepository(queries).insert(row);
        await record(queries, actor, "passkey.add", inserted);
        return inserted;
      });
    } catch (error) {
      if (deps.database.dialect.isUniqueViolation(error)) throw new AppError("passkey.exists");
      throw error;
    }
  }
}
