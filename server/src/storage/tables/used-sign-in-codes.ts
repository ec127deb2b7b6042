/** Codes of services that accept a code more than once; here each counts once. */
export interface UsedSignInCodesTable {
  code_hash: string;
  expires_time: number;
}
