/** Replacements for a lost authenticator; a row is deleted when its code is used. */
export interface RecoveryCodesTable {
  /** Keyed hash of the code and its user. */
  code_hash: string;
  user_id: number;
  created_time: number;
}
