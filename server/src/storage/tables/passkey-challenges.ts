/** Challenges for a browser's authenticator; each is used once. */
export interface PasskeyChallengesTable {
  /** Keyed hash of the browser's cookie. */
  id_hash: string;
  /** The user who adds a passkey; 0 for a sign-in. */
  user_id: number;
  /** Base64url. */
  challenge: string;
  /** Name of the passkey that is being added. */
  alias: string;
  expires_time: number;
}
