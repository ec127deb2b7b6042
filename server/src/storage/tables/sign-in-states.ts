/** Sign-ins by another service that have begun. State and cookie are stored hashed only. */
export interface SignInStatesTable {
  state_hash: string;
  /** Hash of the cookie of the browser that requested it. */
  browser_hash: string;
  /** The service; empty: the first one that returns the state. */
  method: string;
  /** The signed-in user who links an account; 0: a sign-in. */
  user_id: number;
  /** Hash of the session that requested it; empty: none, or an access token. */
  session_hash: string;
  /** Code of the followed invitation link. */
  aff_code: string;
  /** Sealed JSON for checking the response (PKCE, nonce, redirect address); empty where the service needs none. */
  secrets_encrypted: string;
  /** Attempts at the service so far. */
  attempts: number;
  /** Until then one attempt is running, and no second one begins. */
  claimed_until: number;
  expires_time: number;
}
