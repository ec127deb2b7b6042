import { actsBelow } from "@tollgate/contract/access";
import { AppError } from "../../platform/app-error.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { createPasskeyRepository } from "../../storage/repositories/passkey-repository.ts";
import { createRecoveryCodeRepository } from "../../storage/repositories/recovery-code-repository.ts";
import { createTwoFactorRepository } from "../../storage/repositories/two-factor-repository.ts";
import { createSessionRepository } from "../../storage/repositories/session-repository.ts";
import { createUserRepository, type UserChange } from "../../storage/repositories/user-repository.ts";

/** Removes every credential except the password: the app, the recovery codes, the passkeys. */
export async function removeTwoFactors(queries: TransactionQueries, userId: number): Promise<void> {
  await createTwoFactorRepository(queries).remove(userId);
  await createRecoveryCodeRepository(queries).replace(userId, [], 0);
  await createPasskeyRepository(queries).deleteOfUser(userId);
}

interface ChangeOptions {
  /** Ends every session and revokes the access token in the same transaction. */
  signOut?: boolean;
  /** A last check inside the transaction; an error leaves everything as it was. */
  before?: (queries: TransactionQueries) => Promise<void>;
  /** Related writes inside the transaction, once the user's role was checked. */
  after?: (queries: TransactionQueries) => Promise<void>;
  /** Writes the audit entry inside the transaction. */
  record: (queries: TransactionQueries) => Promise<void>;
}

/**
 * Writes columns of a user that the actor may still act on: the user may have been promoted since it was read.
 * @throws AppError user.role_too_low, user.not_found
 */
export async function writeOutranked(
  queries: TransactionQueries,
  actor: { role: number },
  { id }: { id: number },
  change: UserChange,
): Promise<void> {
  if (!(await createUserRepository(queries).updateBelow(id, change, actsBelow(actor.role))))
    throw await notOutranked(queries, id);
}

/** Why a statement with the condition on the role changed nothing. */
export async function notOutranked(queries: TransactionQueries, id: number): Promise<AppError> {
  return new AppError(
    (await createUserRepository(queries).find(id)) ? "user.role_too_low" : "user.not_found",
  );
}

/**
 * Writes columns of a user and related rows in one transaction.
 * @throws AppError user.role_too_low, user.not_found
 */
export async function applyChange(
  { database }: { database: Database },
  { actor, target }: { actor: { role: number }; target: { id: number } },
  change: UserChange,
  { signOut = false, before, after, record }: ChangeOptions,
): Promise<void> {
  const all = signOut ? { ...change, access_token_hash: "" } : change;
  await database.transaction(async (queries) => {
    await before?.(queries);
    if (Object.keys(all).length > 0) await writeOutranked(queries, actor, target, all);
    await after?.(queries);
    if (signOut) await createSessionRepository(queries).deleteOfUser(target.id);
    await record(queries);
  });
}
