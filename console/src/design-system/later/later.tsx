import { type ReactNode, startTransition, useEffect, useState } from "react";

/**
 * Renders its content right after the rest of a new page is shown, in slices that leave the page responsive. For what begins below the fold,
 * so that nothing moves when it comes. It waits for an effect, which a page that is rendered hidden does not run: all of a long page would
 * cost time when it is revealed.
 */
export function Later(props: { children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => startTransition(() => setShown(true)), []);
  return shown && props.children;
}
