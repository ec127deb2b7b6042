import { hasAccess, type Access } from "@tollgate/contract/access";
import type { Self } from "@tollgate/contract/profile";
import type { User } from "@tollgate/contract/users";
import { deleteLocalDatabase } from "../local-database";
import { localStore } from "../local-store";
import { createStore, useStore } from "../store";

/**
 * Who is signed in, as far as the browser knows. The server checks every call; this only avoids a wait at start.
 * Only `role` is certain in a record written by an older version.
 */
export type SessionUser = Pick<User, "role"> & Partial<User> & Partial<Pick<Self, "second_factor_due">>;

function readStoredUser(): SessionUser | undefined {
  const stored = localStore.readJson("user");
  if (typeof stored !== "object" || stored === null || !("role" in stored)) return undefined;
  return typeof stored.role === "number" ? (stored as SessionUser) : undefined;
}

const user = createStore<SessionUser | undefined>(readStoredUser());
/** Signed out by choice: the current page stays until the next one is loaded. */
const leaving = createStore(false);
let expired = false;

/** Signing in or out in one tab reaches the others. */
export function followOtherTabs(): () => void {
  const listener = (event: StorageEvent): void => {
    if (event.key === "user" || event.key === null) user.set(readStoredUser());
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

function clear(byServer: boolean): void {
  expired = byServer;
  localStore.remove("user");
  user.set(undefined);
}

export const session = {
  user: (): SessionUser | undefined => user.get(),
  /** Saves the record of a login, or a fresher one of the same user. */
  begin(next: SessionUser): void {
    expired = false;
    localStore.writeJson("user", next);
    leaving.set(false);
    user.set(next);
  },
  /** True after a 401, until the next sign-in or sign-out. */
  hasExpired: (): boolean => expired,
  /** HTTP 401 ends here; the login page then shows why. */
  expire: (): void => clear(true),
  /** Sign-out ends here. */
  end(): void {
    clear(false);
    deleteLocalDatabase();
  },
  /** Signing out, on the way to the base path. */
  leave(): void {
    leaving.set(true);
    session.end();
  },
  subscribe: user.subscribe,
};

export function useSession(): SessionUser | undefined {
  return useStore(user);
}

/** True from signing out until someone signs in. */
export function useLeaving(): boolean {
  return useStore(leaving);
}

/** True if the signed-in user's role allows `access`. */
export function useHasAccess(access: Access): boolean {
  return hasAccess(useSession()?.role, access);
}
