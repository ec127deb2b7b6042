import { userStatus } from "@tollgate/contract/users";
import { AppError } from "../../platform/app-error.ts";
import type { TransactionQueries } from "../../storage/database.ts";
import { createUserRepository, type UserRow } from "../../storage/repositories/user-repository.ts";

/** Throws if something that a sign-in verified no longer holds. */
export type Recheck = (queries: TransactionQueries) => Promise<void>;

/**
 * Locks the account of a sign-in, which read it before it verified a password or called a service. Changes that end
 * all sessions lock the account too: one that is committed by now fails the sign-in, a later one ends its session.
 * @throws AppError auth.user_disabled, auth.bad_credentials, and errors of `recheck`
 */
export async function lockUnchanged(
  queries: TransactionQueries,
  account: UserRow,
  recheck: Recheck | undefined,
): Promise<void> {
  const users = createUserRepository(queries);
  await users.lock(account.id);
  const current = await users.find(account.id);
  if (current && current.status !== userStatus.enabled) throw new AppError("auth.user_disabled");
  // Also right for two-factor authentication that was enabled since: the next attempt asks for the code.
  if (current?.totp_confirmed_time !== account.totp_confirmed_time)
    throw new AppError("auth.bad_credentials");
  await recheck?.(queries);
}
