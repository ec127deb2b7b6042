import type { SignInKind } from "@tollgate/contract/oauth";
import type { BrowserCookies } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import { type SecretBox, sameSecret } from "../../platform/secret-box.ts";
import {
  hashSessionId,
  hashSignInBrowser,
  hashSignInState,
  sealedColumns,
} from "../../storage/repositories/secret-columns.ts";
import type {
  SignInStateRepository,
  SignInStateRow,
} from "../../storage/repositories/sign-in-state-repository.ts";
import type { SignInSecrets } from "./methods/method.ts";

/** Binds a state to the browser that requested it. */
export const stateCookie = "sign_in_state";
const stateSeconds = 600;
/** An expired state is kept for a while, so that its owner gets the reason. */
const rememberSeconds = 3600;
/** Attempts at the service with one state. */
const maxAttempts = 3;
/** Longer than all calls of one attempt together can take. */
const claimSeconds = 90;

/** The calling browser, and the user who is signed in there. */
export interface StateBrowser {
  cookies: BrowserCookies;
  /** 0: no user. */
  userId: number;
  sessionId: string | undefined;
}

/** An attempt with a state; ends with `release` or `consume`. */
export interface ClaimedState {
  stateHash: string;
  attempts: number;
  /** The user who links an account; 0: a sign-in. */
  userId: number;
  affCode: string;
  secrets: SignInSecrets | undefined;
}

/**
 * One-time states of sign-ins by other services: ten minutes, one browser, one service, and for linking one user's one
 * session. A state survives an attempt that the service never saw, three times at most.
 */
export interface SignInStates {
  /** `redirectUri`: the response is checked with a PKCE verifier and a nonce, which are created now. */
  begin(
    browser: StateBrowser,
    wanted: { method: SignInKind | undefined; affCode: string; redirectUri?: string },
  ): Promise<{ state: string; secrets: SignInSecrets | undefined }>;
  /**
   * Begins an attempt: one of several concurrent ones.
   * @throws AppError oauth.state_unknown, oauth.state_expired, oauth.state_other_browser, oauth.state_other_method,
   * oauth.state_other_session, oauth.state_busy
   */
  claim(browser: StateBrowser, state: string, method: SignInKind): Promise<ClaimedState>;
  /** The service saw nothing of the attempt: another one may follow, unless this was the last. */
  release(claimed: ClaimedState): Promise<void>;
  /**
   * Uses the state up.
   * @throws AppError oauth.state_unknown if a later attempt has taken over
   */
  consume(claimed: ClaimedState): Promise<void>;
}

export function createSignInStates(deps: {
  states: SignInStateRepository;
  secretBox: SecretBox;
  clock: Clock;
}): SignInStates {
  const { states, secretBox, clock } = deps;

  /** The browser's cookie, if a sign-in of it is under way in another tab; else a new one. */
  async function cookieFor(cookies: BrowserCookies): Promise<string> {
    const kept = cookies.read(stateCookie);
    const live =
      kept !== undefined && (await states.browserHasAny(hashSignInBrowser(secretBox, kept), clock.now()));
    return live ? kept : randomText(43);
  }

  function reject(row: SignInStateRow | undefined, browser: StateBrowser, method: SignInKind): void {
    if (!row) throw new AppError("oauth.state_unknown");
    const cookie = browser.cookies.read(stateCookie);
    if (cookie === undefined || !sameSecret(hashSignInBrowser(secretBox, cookie), row.browser_hash))
      throw new AppError("oauth.state_other_browser");
    if (row.expires_time <= clock.now()) throw new AppError("oauth.state_expired");
    if (row.method !== "" && row.method !== method) throw new AppError("oauth.state_other_method");
    const sameSession = row.user_id === browser.userId && row.session_hash === sessionHash(browser);
    if (row.user_id !== 0 && !sameSession) throw new AppError("oauth.state_other_session");
    if (row.attempts >= maxAttempts) throw new AppError("oauth.state_unknown");
  }

  const sessionHash = ({ sessionId }: StateBrowser): string =>
    sessionId === undefined ? "" : hashSessionId(secretBox, sessionId);

  return {
    async begin(browser, { method, affCode, redirectUri }) {
      const now = clock.now();
      await states.deleteExpired(now - rememberSeconds);
      const state = randomText(43);
      const stateHash = hashSignInState(secretBox, state);
      const secrets = redirectUri === undefined ? undefined : makeSecrets(redirectUri);
      const cookie = await cookieFor(browser.cookies);
      await states.insert({
        state_hash: stateHash,
        browser_hash: hashSignInBrowser(secretBox, cookie),
        method: method ?? "",
        user_id: browser.userId,
        session_hash: browser.userId === 0 ? "" : sessionHash(browser),
        aff_code: affCode,
        secrets_encrypted: secrets
          ? secretBox.seal(JSON.stringify(secrets), sealedColumns.signInSecrets(stateHash))
          : "",
        attempts: 0,
        claimed_until: 0,
        expires_time: now + stateSeconds,
      });
      browser.cookies.keep(stateCookie, cookie, stateSeconds);
      return { state, secrets };
    },

    async claim(browser, state, method) {
      const stateHash = hashSignInState(secretBox, state);
      reject(await states.find(stateHash), browser, method);
      const now = clock.now();
      const claim = { method, until: now + claimSeconds, limit: maxAttempts, now };
      const row = await states.claim(stateHash, claim);
      // Requests that read the state at the same moment and lost.
      if (!row) throw new AppError("oauth.state_busy");
      const sealed = row.secrets_encrypted;
      return {
        stateHash,
        attempts: row.attempts,
        userId: row.user_id,
        affCode: row.aff_code,
        secrets:
          sealed === ""
            ? undefined
            : (JSON.parse(secretBox.open(sealed, sealedColumns.signInSecrets(stateHash))) as SignInSecrets),
      };
    },

    async release({ stateHash, attempts }) {
      if (attempts < maxAttempts) await states.release(stateHash, attempts);
      else await states.consume(stateHash, attempts);
    },

    async consume({ stateHash, attempts }) {
      if (!(await states.consume(stateHash, attempts))) throw new AppError("oauth.state_unknown");
    },
  };
}

function makeSecrets(redirectUri: string): SignInSecrets {
  return { codeVerifier: randomText(64), nonce: randomText(43), redirectUri };
}
