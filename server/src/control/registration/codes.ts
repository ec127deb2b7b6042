import { randomInt } from "node:crypto";
import { codePauseSeconds, codeSeconds, resetLinkSeconds } from "@tollgate/contract/registration";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { OneTimeCodeRepository } from "../../storage/repositories/one-time-code-repository.ts";
import { hashOneTimeCode } from "../../storage/repositories/secret-columns.ts";

/** Guesses at one code, the correct one included: the chance of a hit is one in 200,000. */
const codeTries = 5;

/**
 * Codes and links that prove ownership of an address. Stored as keyed hashes in the database, so that every process can
 * check them; of each purpose and subject only the newest is valid, once.
 */
export interface OneTimeCodes {
  /**
   * Six digits for ten minutes.
   * @throws AppError request.rate_limited within a minute of the previous one
   */
  issueCode(subject: string): Promise<string>;
  /** Uses a code up. Wrong ones count: after five guesses the code is invalid. */
  takeCode(subject: string, text: string): Promise<boolean>;
  /** The token of a link for choosing a password, for half an hour. @throws as `issueCode` */
  issueLink(email: string): Promise<string>;
  /**
   * Checks without using it up. Tokens are too long to be guessed, so guesses do not count and cannot invalidate a
   * link.
   */
  knowsLink(email: string, token: string): Promise<boolean>;
  /** True for one of several concurrent uses of the link. */
  takeLink(email: string, token: string): Promise<boolean>;
  deleteExpired(): Promise<void>;
}

const code = {
  purpose: "code",
  seconds: codeSeconds,
  make: () => String(randomInt(1_000_000)).padStart(6, "0"),
};
const link = { purpose: "reset", seconds: resetLinkSeconds, make: () => randomText(43) };

export function createOneTimeCodes(deps: {
  codes: OneTimeCodeRepository;
  secretBox: SecretBox;
  clock: Clock;
}): OneTimeCodes {
  const { codes, clock } = deps;
  const hash = (purpose: string, subject: string, text: string) =>
    hashOneTimeCode(deps.secretBox, { purpose, subject, text });

  async function issue(kind: typeof code, subject: string): Promise<string> {
    const text = kind.make();
    const now = clock.now();
    const expires_time = now + kind.seconds;
    const row = {
      purpose: kind.purpose,
      subject,
      hash: hash(kind.purpose, subject, text),
      expires_time,
      attempts: 0,
    };
    if (!(await codes.put(row, expires_time - codePauseSeconds)))
      throw new AppError("request.rate_limited", { params: { seconds: codePauseSeconds } });
    return text;
  }

  return {
    issueCode: (subject) => issue(code, subject),

    async takeCode(subject, text) {
      const given = hash(code.purpose, subject, text);
      // The guess is counted before it is checked, so that guesses at the same moment count too.
      const right = await codes.countGuess(code.purpose, subject, codeTries, clock.now());
      return right === given && (await codes.take(code.purpose, subject, given, clock.now()));
    },

    issueLink: (email) => issue(link, email),
    knowsLink: (email, token) =>
      codes.knows(link.purpose, email, hash(link.purpose, email, token), clock.now()),
    takeLink: (email, token) =>
      codes.take(link.purpose, email, hash(link.purpose, email, token), clock.now()),
    deleteExpired: () => codes.deleteExpired(clock.now()),
  };
}
