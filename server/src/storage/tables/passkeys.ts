import type { Generated } from "kysely";

/** Public halves of the passkeys that sign a user in. */
export interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  /** Base64url, unique in the world. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** What the authenticator last counted; 0 for those that do not count. */
  counter: number;
  /** JSON list of how the authenticator is reached. */
  transports: string;
  /** 1: kept in an account of its maker, on more than one device. */
  backed_up: number;
  alias: string;
  created_time: number;
  /** 0: never. */
  last_used_time: number;
}
