import { useEffect, useRef } from "react";

/** Ctrl K, or ⌘ K on a Mac, from anywhere in the console. */
export function usePaletteKey(open: () => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

/** How the shortcut is written on this machine. */
export function paletteKeyLabel(): string {
  return isMac() ? "⌘ K" : "Ctrl K";
}

/** Whether the keyboard has ⌘. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
