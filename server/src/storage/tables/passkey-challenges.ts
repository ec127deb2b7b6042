/** What a browser's authenticator is to sign; each is taken once. */
export interface PasskeyChallengesTable {
  /** Keyed hash of the browser's cookie. */
  id_hash: string;
  /** Whose passkey is being added; 0 for a sign-in. */
  user_id: number;
  /** Base64url. */
  challenge: string;
  /** Name of the passkey that is being added. */
  alias: string;
  expires_time: number;
}
