/**
 * Roles and the one rule that menu, route and server share.
 * Role numbers are the family's: 1 general user, 10 administrator, 100 super administrator.
 */
export const roles = { user: 1, admin: 10, root: 100 } as const;

/** Who may use an endpoint or see a screen. `public` needs no session. */
export type Access = "public" | "user" | "admin" | "root";

const requiredRole: Record<Exclude<Access, "public">, number> = {
  user: roles.user,
  admin: roles.admin,
  root: roles.root,
};

/** An unknown role number has no rights. */
export function isKnownRole(role: number): boolean {
  return role === roles.user || role === roles.admin || role === roles.root;
}

/** True if a caller with `role` (undefined: no one signed in) may use what requires `access`. */
export function hasAccess(role: number | undefined, access: Access): boolean {
  if (access === "public") return true;
  return role !== undefined && isKnownRole(role) && role >= requiredRole[access];
}

/** Name of a role for display keys: `user`, `admin`, `root` or `unknown`. */
export function roleName(role: number): "user" | "admin" | "root" | "unknown" {
  if (role === roles.user) return "user";
  if (role === roles.admin) return "admin";
  if (role === roles.root) return "root";
  return "unknown";
}

interface Ranked {
  id: number;
  role: number;
}

/**
 * True if `actor` may change `target`: roles act on strictly lower ones, root on everyone. Users do not change their own account
 * with it; the profile is for that.
 */
export function mayActOn(actor: Ranked, target: Ranked): boolean {
  return actor.id !== target.id && outranks(actor.role, target.role);
}

/** True for a role that acts on users of `other`. A role that is none of the known ones outranks no one. */
export function outranks(role: number, other: number): boolean {
  const below = actsBelow(role);
  return below === undefined || other < below;
}

/** The same rule as a limit for statements: `role` acts on lower roles than this; undefined: on every role. */
export function actsBelow(role: number): number | undefined {
  if (role === roles.root) return undefined;
  return role === roles.admin ? roles.admin : 0;
}
