import { roles } from "@tollgate/contract/access";
import { newUsername, ownUsername } from "@tollgate/contract/new-username";
import { fieldProblems } from "@tollgate/contract/envelope";
import * as z from "zod";
import { AppError } from "../platform/app-error.ts";

/**
 * Rejects an invalid username. Only the super administrator may assign reserved names.
 * @throws AppError request.invalid on the field `username`
 */
export function rejectUsername(username: string, giver: { role: number }): void {
  const rule = giver.role === roles.root ? newUsername : ownUsername;
  const { error } = z.object({ username: rule }).safeParse({ username });
  if (error) throw new AppError("request.invalid", { fields: fieldProblems(error) });
}
