import { useEffect } from "react";
import { useLocation } from "react-router";

/** Every other page begins at its top (specification §2); a change of the query alone stays where it is. */
export function ScrollToTop(): null {
  const { pathname } = useLocation();
  useEffect(() => {
    // Newer browsers answer with a promise, which must not be taken for the effect's clean-up.
    window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
