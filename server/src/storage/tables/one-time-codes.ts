/** Codes and links from mails: one per purpose and subject, the newest. */
export interface OneTimeCodesTable {
  purpose: string;
  /** Its subject: an address, or `7:address` for the user 7. */
  subject: string;
  /** Keyed hash. */
  hash: string;
  expires_time: number;
  /** Number of guesses. */
  attempts: number;
}
