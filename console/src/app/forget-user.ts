import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { forgetEarlierUserData, forgetUserData } from "../lib/session/forget-user-data";
import { useLeaving, useSession } from "../lib/session/session";
import { paths } from "./paths";

/**
 * After a sign-out, drops the user's data once the next page is there: the queries of the page before it would be rejected. Also drops it
 * when another tab signs in as someone else.
 */
export function ForgetUser(): null {
  const client = useQueryClient();
  const leaving = useLeaving();
  const { pathname } = useLocation();
  const forgotten = useRef(false);
  useEffect(() => {
    if (!leaving) forgotten.current = false;
    if (!leaving || forgotten.current || pathname !== paths.base) return;
    forgotten.current = true;
    forgetEarlierUserData(client);
  }, [client, leaving, pathname]);
  const id = useSession()?.id;
  const last = useRef(id);
  useEffect(() => {
    if (id === undefined) return;
    if (last.current !== undefined && last.current !== id) forgetUserData(client);
    last.current = id;
  }, [client, id]);
  return null;
}
