import type { Token } from "@tollgate/contract/tokens";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { newTokenKey } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database } from "../../storage/database.ts";
import { hashTokenKey, sealedColumns } from "../../storage/repositories/secret-columns.ts";
import { createTokenRepository, type TokenRepository } from "../../storage/repositories/token-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { presentToken } from "./present.ts";

export interface RotationDependencies {
  database: Database;
  tokens: TokenRepository;
  audit: Audit;
  secretBox: SecretBox;
  changeNotice: ChangeNotice;
  clock: Clock;
}

/** Columns of a new key. */
export function keyColumns(secretBox: SecretBox, key: string) {
  const hash = hashTokenKey(secretBox, key);
  return {
    key_hash: hash,
    key_encrypted: secretBox.seal(key, sealedColumns.tokenKey(hash)),
    key_hint: key.slice(-4),
  };
}

/**
 * Gives a token a new key. The former one stays valid for `graceMinutes` and finds the same token; a key that an
 * earlier rotation left valid ends now. Of two concurrent rotations one is rejected. The response's `key` is the new
 * key.
 */
export function createKeyRotation(deps: RotationDependencies) {
  return async function rotateKey(actor: Actor, id: number, graceMinutes: number): Promise<Token> {
    const before = await deps.tokens.find(actor.id, id);
    if (!before) throw new AppError("token.not_found");
    const key = newTokenKey();
    const graceUntil = graceMinutes === 0 ? 0 : deps.clock.now() + graceMinutes * 60;
    await deps.database.transaction(async (queries) => {
      const replaced = await createTokenRepository(queries).replaceKey(
        { userId: actor.id, id, keyHash: before.key_hash },
        {
          ...keyColumns(deps.secretBox, key),
          old_key_hash: graceMinutes === 0 ? "" : before.key_hash,
          old_key_expires: graceUntil,
        },
      );
      if (!replaced) throw new AppError("token.key_changed");
      await deps.audit.record(queries, actor, {
        action: "token.rotate_key",
        target: { type: "token", id, name: before.name },
        detail: { grace_minutes: graceMinutes },
      });
    });
    await deps.changeNotice.announce("callers", [actor.id]);
    const row = await deps.tokens.find(actor.id, id);
    if (!row) throw new AppError("token.not_found");
    return presentToken(row, deps.clock.now(), key);
  };
}
