import type { Passkey } from "@tollgate/contract/passkeys";
import type { PasskeyRow } from "../../storage/repositories/passkey-repository.ts";

/** A passkey as its owner sees it, without the public key and the counter. */
export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    credential_id: row.credential_id,
    alias: row.alias,
    created_time: row.created_time,
    last_used_time: row.last_used_time,
    backed_up: row.backed_up !== 0,
  };
}
