import { logout } from "@tollgate/contract/auth";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { call } from "../lib/api-client";
import { reportFailure } from "../lib/query-client";
import { forgetUserData } from "../lib/session/forget-user-data";
import { session } from "../lib/session/session";
import { paths } from "./paths";

/**
 * Ends the session on the server and here, forgets what was fetched for this user, and goes to the base path
 * (specification §2). If the server cannot be told, one stays signed in, rather than only seeming signed out.
 */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useCallback(async () => {
    try {
      await call(logout);
    } catch (error) {
      reportFailure(error);
      return;
    }
    // Nothing more is asked for on the way out: it would be refused.
    await queryClient.cancelQueries();
    session.leave();
    await navigate(paths.base);
    forgetUserData(queryClient);
  }, [navigate, queryClient]);
}
