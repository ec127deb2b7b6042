import { useEffect } from "react";
import { useLocation } from "react-router";

/** Every other page begins at its top; a change of the query alone stays where it is. */
export function ScrollToTop(): null {
  const { pathname } = useLocation();
  useEffect(() => {
    // Newer browsers return a promise, which React must not use as the effect's clean-up.
    window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
