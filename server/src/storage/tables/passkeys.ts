import type { Generated } from "kysely";

/** Public halves of the passkeys that sign a user in. */
export interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  /** Base64url, globally unique. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** The authenticator's last counter; 0 for those without one. */
  counter: number;
  /** JSON list of the authenticator's transports. */
  transports: string;
  /** 1: synced by its vendor to more than one device. */
  backed_up: number;
  alias: string;
  created_time: number;
  /** 0: never. */
  last_used_time: number;
}
