import { AppError } from "../../platform/app-error.ts";
import type { RateLimiter, RateRule } from "../../http/register-endpoint.ts";

/** Wrong passwords for one account name, from any address. */
export const accountRule: RateRule = { limit: 10, seconds: 900 };

export interface SignInAttempt {
  /** As typed. */
  name: string;
  ip: string;
  /** Where this account signed in last, if it exists. */
  knownIp: string | undefined;
  /** The browser, if it signed in to this account before. */
  device: string | undefined;
}

export interface SignInThrottle {
  /** Counts a guess before the password is checked, so that parallel guesses count too. */
  count(attempt: SignInAttempt): Promise<void>;
  /** The password was correct. */
  clear(attempt: SignInAttempt): Promise<void>;
}

/**
 * Slows guessing at one account from many addresses; single addresses are limited by the endpoint's bucket. Guesses
 * from the address of the last sign-in are counted separately, and those of a known browser in a bucket of that
 * browser, so that a stranger cannot lock the owner out. Unknown names are limited the same way.
 */
export function createSignInThrottle(rateLimiter: RateLimiter): SignInThrottle {
  const keyOf = ({ name, ip, knownIp, device }: SignInAttempt) =>
    device === undefined
      ? `login:${name.toLowerCase()}:${ip === knownIp ? "known" : "any"}`
      : `login-device:${device}`;
  return {
    async count(attempt) {
      const seconds = await rateLimiter.take(keyOf(attempt), accountRule);
      if (seconds > 0) throw new AppError("request.rate_limited", { params: { seconds } });
    },
    clear: (attempt) => rateLimiter.forget(keyOf(attempt)),
  };
}
