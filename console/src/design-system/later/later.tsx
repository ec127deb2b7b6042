import { type ReactNode, useDeferredValue } from "react";

/**
 * Renders its content right after the rest of a new page is shown, in slices that leave the page responsive. For what begins below the fold,
 * so that nothing moves when it comes.
 */
export function Later(props: { children: ReactNode }) {
  return useDeferredValue(true, false) && props.children;
}
