import { logout } from "@tollgate/contract/auth";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as RouterContext, useNavigate } from "react-router";
import { call } from "../lib/api-client";
import { reportFailure } from "../lib/query-client";
import { forgetUnseenUserData, forgetUserData } from "../lib/session/forget-user-data";
import { session } from "../lib/session/session";
import { paths } from "./paths";

/**
 * Ends the session on the server and here, and navigates to the base path, where `ForgetUser` drops this user's cached data.
 * If the request fails, the user stays signed in.
 */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useContext(RouterContext)?.router;
  return useCallback(async () => {
    try {
      await call(logout);
    } catch (error) {
      reportFailure(error);
      return;
    }
    // Cancels running requests: they would be rejected.
    await queryClient.cancelQueries();
    session.leave();
    forgetUnseenUserData(queryClient);
    await navigate(paths.base);
    // A page with unsaved changes may have kept its viewer.
    if (router?.state.location.pathname !== paths.base) forgetUserData(queryClient);
  }, [navigate, queryClient, router]);
}
