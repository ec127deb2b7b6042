import { hasAccess, type Access } from "@tollgate/contract/access";
import type { User } from "@tollgate/contract/users";
import { localStore } from "../local-store";
import { createStore, useStore } from "../store";

/**
 * Who is signed in, as far as the browser knows. The server decides anew on every call; this only spares a wait at start.
 * Only `role` is certain in a record written by an older version.
 */
export type SessionUser = Pick<User, "role"> & Partial<User>;

function readStoredUser(): SessionUser | undefined {
  const stored = localStore.readJson("user");
  if (typeof stored !== "object" || stored === null || !("role" in stored)) return undefined;
  return typeof stored.role === "number" ? (stored as SessionUser) : undefined;
}

const user = createStore<SessionUser | undefined>(readStoredUser());

/** Signing in or out in one tab reaches the others. */
export function followOtherTabs(): () => void {
  const listener = (event: StorageEvent): void => {
    if (event.key === "user" || event.key === null) user.set(readStoredUser());
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

export const session = {
  user: (): SessionUser | undefined => user.get(),
  /** Saves the record of a login, or a fresher one of the same user. */
  begin(next: SessionUser): void {
    localStore.writeJson("user", next);
    user.set(next);
  },
  /** Sign-out and HTTP 401 end here (specification §4). */
  end(): void {
    localStore.remove("user");
    user.set(undefined);
  },
  subscribe: user.subscribe,
};

export function useSession(): SessionUser | undefined {
  return useStore(user);
}

/** True if the signed-in user may use what asks for `access`. */
export function useHasAccess(access: Access): boolean {
  return hasAccess(useSession()?.role, access);
}
