import { bindCodeSeconds } from "@tollgate/contract/telegram";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Queries } from "../../storage/database.ts";
import {
  createOneTimeCodeRepository,
  telegramCode,
} from "../../storage/repositories/one-time-code-repository.ts";
import { createUserRepository } from "../../storage/repositories/user-repository.ts";
import { hashBindCode } from "../../storage/repositories/secret-columns.ts";

/** One-time codes that bind a Telegram account. Stored as keyed hashes; of each user only the newest is valid, once. */
export interface BindCodes {
  /** Replaces an earlier code of the user. Its end is in epoch seconds. */
  issue(queries: Queries, userId: number): Promise<{ code: string; expires_time: number }>;
  /**
   * Uses a code up within a transaction, and locks its user before it, as changes that end the user's codes do. Returns
   * the user, undefined if the code is invalid.
   */
  take(queries: Queries, code: string): Promise<number | undefined>;
}

/** 119 bits: cannot be guessed. */
const codeLength = 20;

export function createBindCodes(deps: { secretBox: SecretBox; clock: Clock }): BindCodes {
  const { secretBox, clock } = deps;
  return {
    async issue(queries, userId) {
      const code = randomText(codeLength);
      const expires_time = clock.now() + bindCodeSeconds;
      const row = {
        purpose: telegramCode,
        subject: String(userId),
        hash: hashBindCode(secretBox, code),
        expires_time,
        attempts: 0,
      };
      await createOneTimeCodeRepository(queries).put(row, expires_time);
      return { code, expires_time };
    },

    async take(queries, code) {
      const hash = hashBindCode(secretBox, code);
      const codes = createOneTimeCodeRepository(queries);
      const owner = await codes.findSubject(telegramCode, hash, clock.now());
      if (owner === undefined) return undefined;
      await createUserRepository(queries).lock(Number(owner));
      const subject = await codes.takeByHash(telegramCode, hash, clock.now());
      return subject === undefined ? undefined : Number(subject);
    },
  };
}
