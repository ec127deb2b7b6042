import { mayActOn, roles } from "@tollgate/contract/access";
import type { Settings } from "@tollgate/contract/settings";
import type { Actor } from "../actor.ts";

/** Who may enable captures and read them: super administrators, and administrators where the setting allows it. */
export function mayCapture(actor: Pick<Actor, "role">, settings: Pick<Settings, "CaptureByAdmins">): boolean {
  return actor.role >= roles.root || (settings.CaptureByAdmins && actor.role >= roles.admin);
}

/** Bodies of one's own calls, and of users that one may act on. */
export function mayReadOf(actor: Actor, user: { id: number; role: number } | undefined): boolean {
  if (actor.role >= roles.root) return true;
  return user !== undefined && (user.id === actor.id || mayActOn(actor, user));
}
