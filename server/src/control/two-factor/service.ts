import type { TwoFactorForm, TwoFactorSecret, TwoFactorState } from "@tollgate/contract/two-factor";
import type { RateLimiter, RateRule } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { createRecoveryCodeRepository } from "../../storage/repositories/recovery-code-repository.ts";
import { createTwoFactorRepository } from "../../storage/repositories/two-factor-repository.ts";
import { hashRecoveryCode, sealedColumns } from "../../storage/repositories/secret-columns.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { findTotpStep, newTotpSecret, totpAddress } from "./totp.ts";

/** Wrong codes for one account, from any session or address. */
export const codeRule: RateRule = { limit: 10, seconds: 900 };

type AlsoWrite = (queries: TransactionQueries) => Promise<void>;

/** Two-factor authentication of accounts: codes of an app, or recovery codes. Other files decide who may change it. */
export interface TwoFactorService {
  state(userId: number): Promise<TwoFactorState>;
  /**
   * Accepts a code or a recovery code: each works once, also when it arrives twice at the same time.
   * @throws AppError auth.second_factor_wrong, second_factor.off, request.rate_limited
   */
  check(userId: number, form: TwoFactorForm): Promise<void>;
  /**
   * A new secret, active after `confirm`. `also` checks and writes what belongs to the change in its transaction, here
   * and below.
   * @throws AppError second_factor.already_on
   */
  begin(userId: number, names: { issuer: string; label: string }, also: AlsoWrite): Promise<TwoFactorSecret>;
  /**
   * Returns the recovery codes.
   * @throws AppError auth.second_factor_wrong, second_factor.already_on, second_factor.off
   */
  confirm(userId: number, code: string, also: AlsoWrite): Promise<string[]>;
  /** New recovery codes; the old ones stop working. */
  renewRecoveryCodes(userId: number, also: AlsoWrite): Promise<string[]>;
  /** Turns it off and deletes all of its data. */
  remove(userId: number, also: AlsoWrite): Promise<void>;
}

export interface TwoFactorDependencies {
  database: Database;
  secretBox: SecretBox;
  rateLimiter: RateLimiter;
  clock: Clock;
}

export function createTwoFactorService(deps: TwoFactorDependencies): TwoFactorService {
  const { database, secretBox, rateLimiter, clock } = deps;
  const factors = createTwoFactorRepository(database.queries);
  const codes = createRecoveryCodeRepository(database.queries);
  const throttleKey = (userId: number) => `two-factor:${userId}`;

  /** Counted before the code is checked, so that parallel guesses count too. */
  async function countGuess(userId: number): Promise<void> {
    const seconds = await rateLimiter.take(throttleKey(userId), codeRule);
    if (seconds > 0) throw new AppError("request.rate_limited", { params: { seconds } });
  }

  async function replaceCodes(queries: TransactionQueries, userId: number): Promise<string[]> {
    const fresh = newRecoveryCodes();
    const hashes = fresh.map((code) => hashRecoveryCode(secretBox, userId, code));
    await createRecoveryCodeRepository(queries).replace(userId, hashes, clock.now());
    return fresh;
  }

  async function takeCode(userId: number, code: string): Promise<boolean> {
    const row = await factors.find(userId);
    if (!row || row.totp_confirmed_time === 0) throw new AppError("second_factor.off");
    const secret = secretBox.open(row.totp_secret_encrypted, sealedColumns.twoFactor(userId));
    const step = await findTotpStep(secret, code, clock.now());
    return step !== undefined && factors.takeStep(userId, step);
  }

  return {
    async state(userId) {
      const [row, left] = await Promise.all([factors.find(userId), codes.count(userId)]);
      const confirmed = row?.totp_confirmed_time ?? 0;
      return { enabled: confirmed !== 0, confirmed_time: confirmed, recovery_codes_left: left };
    },

    async check(userId, form) {
      await countGuess(userId);
      const recovery = form.recovery_code !== "" && form.code === "";
      const right = recovery
        ? await codes.take(userId, hashRecoveryCode(secretBox, userId, form.recovery_code))
        : await takeCode(userId, form.code);
      if (!right) throw wrongCode(recovery ? "recovery_code" : "code");
      await rateLimiter.forget(throttleKey(userId));
    },

    async begin(userId, names, also) {
      const secret = await newTotpSecret();
      const sealed = secretBox.seal(secret, sealedColumns.twoFactor(userId));
      await database.transaction(async (queries) => {
        await also(queries);
        if (!(await createTwoFactorRepository(queries).begin(userId, sealed)))
          throw new AppError("second_factor.already_on");
      });
      return { secret, uri: await totpAddress(secret, names) };
    },

    async confirm(userId, code, also) {
      await countGuess(userId);
      const row = await factors.find(userId);
      if (!row || row.totp_secret_encrypted === "") throw new AppError("second_factor.off");
      if (row.totp_confirmed_time !== 0) throw new AppError("second_factor.already_on");
      const sealed = row.totp_secret_encrypted;
      const now = clock.now();
      const step = await findTotpStep(secretBox.open(sealed, sealedColumns.twoFactor(userId)), code, now);
      if (step === undefined) throw wrongCode("code");
      const fresh = await database.transaction(async (queries) => {
        if (!(await createTwoFactorRepository(queries).confirm(userId, sealed, { now, step })))
          throw new AppError("second_factor.already_on");
        const made = await replaceCodes(queries, userId);
        await also(queries);
        return made;
      });
      await rateLimiter.forget(throttleKey(userId));
      return fresh;
    },

    renewRecoveryCodes: (userId, also) =>
      database.transaction(async (queries) => {
        await also(queries);
        return replaceCodes(queries, userId);
      }),

    async remove(userId, also) {
      await database.transaction(async (queries) => {
        await createTwoFactorRepository(queries).remove(userId);
        await createRecoveryCodeRepository(queries).replace(userId, [], clock.now());
        await also(queries);
      });
    },
  };
}

function wrongCode(path: "code" | "recovery_code"): AppError {
  const code = "auth.second_factor_wrong";
  return new AppError(code, {
    fields: [{ path, code, message: "This code is incorrect or was already used." }],
  });
}
