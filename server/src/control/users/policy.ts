import { isKnownRole, mayActOn, roles } from "@tollgate/contract/access";
import { AppError } from "../../platform/app-error.ts";

interface Ranked {
  id: number;
  role: number;
}

/** @throws AppError user.own_account, user.role_too_low */
export function rejectActing(actor: Ranked, target: Ranked): void {
  if (actor.id === target.id) throw new AppError("user.own_account");
  if (!mayActOn(actor, target)) throw new AppError("user.role_too_low");
}

/**
 * Money is the one thing that root may change of its own account.
 * @throws AppError user.own_account, user.role_too_low
 */
export function rejectChangingQuota(actor: Ranked, target: Ranked): void {
  if (actor.id === target.id && actor.role === roles.root) return;
  rejectActing(actor, target);
}

/**
 * Administrators only create general users; root assigns every role, its own too.
 * @throws AppError on the field `role`
 */
export function rejectGivingRole(actor: Ranked, role: number): void {
  if (isKnownRole(role) && (actor.role === roles.root || role < actor.role)) return;
  const code = "user.role_too_low";
  throw new AppError(code, { fields: [{ path: "role", code, message: new AppError(code).message }] });
}
