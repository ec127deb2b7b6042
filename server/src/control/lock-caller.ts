import { AppError } from "../platform/app-error.ts";
import type { TransactionQueries } from "../storage/database.ts";
import { createSessionRepository } from "../storage/repositories/session-repository.ts";
import { createUserRepository } from "../storage/repositories/user-repository.ts";
import type { Actor } from "./actor.ts";

/**
 * Locks the caller's own account at the start of a change to how its owner signs in or is reached. The session or access
 * token was verified when the request came; a change of the password that is committed by now ended it, so a
 * request with the old password changes nothing more.
 * @throws AppError auth.required
 */
export async function lockCaller(queries: TransactionQueries, actor: Actor): Promise<void> {
  await createUserRepository(queries).lock(actor.id);
  if (!(await isStillAdmitted(queries, actor))) throw new AppError("auth.required");
}

async function isStillAdmitted(queries: TransactionQueries, { id, admittedBy }: Actor): Promise<boolean> {
  switch (admittedBy?.kind) {
    case "session":
      return (await createSessionRepository(queries).findCreatedTime(admittedBy.hash, id)) !== undefined;
    case "access_token":
      return (await createUserRepository(queries).findByAccessTokenHash(admittedBy.hash))?.id === id;
    default:
      return true;
  }
}
