/** Sign-ins by another service that have begun. State and cookie are stored hashed only. */
export interface SignInStatesTable {
  state_hash: string;
  /** Hash of the cookie of the browser that asked. */
  browser_hash: string;
  /** The service; empty: the first one that answers with the state. */
  method: string;
  /** Who was signed in and wants to link an account; 0: a sign-in. */
  user_id: number;
  /** Hash of the session that asked; empty: none did, or an access token. */
  session_hash: string;
  /** Code of the invitation link that led here. */
  aff_code: string;
  /** Sealed JSON of what the answer is checked with (PKCE, nonce, redirect address); empty where the service needs none. */
  secrets_encrypted: string;
  /** Tries at the service so far. */
  attempts: number;
  /** Until then one try is under way, and no second one begins. */
  claimed_until: number;
  expires_time: number;
}
