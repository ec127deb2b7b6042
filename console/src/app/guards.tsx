import { type Access, hasAccess } from "@tollgate/contract/access";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { useSession } from "../lib/session/session";
import { paths } from "./paths";

/** Where a visitor wanted to go before being asked to sign in; kept in the history entry of /login. */
export interface LoginState {
  from: string;
}

/**
 * Lets through who may see the page (specification §2, §6): nobody signed in → /login, role too low → /panel/404.
 * It watches the session, so that a sign-out in another tab or a 401 leads away at once.
 */
export function Guard(props: { access: Access; children: ReactNode }) {
  const user = useSession();
  const { pathname, search } = useLocation();
  if (hasAccess(user?.role, props.access)) return props.children;
  if (!user) {
    const state: LoginState = { from: `${pathname}${search}` };
    return <Navigate to={paths.login} replace state={state} />;
  }
  // Without any right even the console's own "not found" is closed; then only signing in anew can help.
  const mayEnter = hasAccess(user.role, "user");
  return <Navigate to={mayEnter ? paths.panelNotFound : paths.login} replace />;
}
