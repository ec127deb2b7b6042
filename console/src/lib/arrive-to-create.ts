import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/** Router state of a link to a list whose editor opens there for a new object. */
export const toCreate = { create: true } as const;

/** Opens the editor once if a link with `toCreate` led here; going back or reloading does not open it again. */
export function useArriveToCreate(open: () => void): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(open);
  latest.current = open;
  const create = (state as Partial<typeof toCreate> | null)?.create === true;
  useEffect(() => {
    if (!create) return;
    latest.current();
    void navigate({ pathname, search }, { replace: true, state: null });
  }, [create, navigate, pathname, search]);
}
