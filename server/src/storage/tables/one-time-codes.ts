/** Codes and links from mails: one per purpose and subject, the newest. */
export interface OneTimeCodesTable {
  purpose: string;
  /** Whom or what it is for: an address, or `7:address` for the user 7. */
  subject: string;
  /** Keyed hash. */
  hash: string;
  expires_time: number;
  /** How often it was guessed at. */
  attempts: number;
}
