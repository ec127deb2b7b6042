import { useState } from "react";

/**
 * True once `open` was. A menu costs time even while it is closed, and most are never opened; one that was stays, so that it can fade.
 */
export function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened;
}
