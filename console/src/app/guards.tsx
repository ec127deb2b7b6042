import Box from "@mui/material/Box";
import { type Access, hasAccess } from "@tollgate/contract/access";
import { type ReactNode, Suspense, useRef } from "react";
import { Navigate, useLocation } from "react-router";
import { lazyPart } from "../design-system/lazy-part/lazy-part";
import { useLeaving, useSession } from "../lib/session/session";
import { paths } from "./paths";

// Rarely needed: the sign-in page's first load has no room for it.
const AskRole = lazyPart(async () => (await import("./ask-role")).AskRole);

/** Target page before the redirect to /login; kept in its history entry. */
export interface LoginState {
  from: string;
}

/**
 * Guards a page: not signed in → /login, role too low, also by the server's answer → /panel/404.
 * It watches the session: a sign-out in another tab or a 401 redirects immediately.
 */
export function Guard(props: { access: Access; children: ReactNode }) {
  const user = useSession();
  const leaving = useLeaving();
  const admitted = useRef(false);
  const { pathname, search } = useLocation();
  if (hasAccess(user?.role, props.access)) {
    admitted.current = true;
    const administers = props.access === "admin" || props.access === "root";
    if (administers && user?.second_factor_due) return <Navigate to={paths.security} replace />;
    return props.children;
  }
  // Sign-out navigates to the base path; only pages opened afterwards ask to sign in.
  if (!user && leaving && admitted.current) return props.children;
  if (!user) {
    const state: LoginState = { from: `${pathname}${search}` };
    return <Navigate to={paths.login} replace state={state} />;
  }
  // Without any right even the console's 404 page is closed; the user must sign in again.
  if (!hasAccess(user.role, "user")) return <Navigate to={paths.login} replace />;
  return (
    <Suspense fallback={<Box aria-busy />}>
      <AskRole />
    </Suspense>
  );
}
