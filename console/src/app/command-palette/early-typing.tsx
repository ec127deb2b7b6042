import { type RefObject, useEffectEvent, useLayoutEffect } from "react";

/**
 * Collects what is typed while the palette's code is on its way, for its field. The focus stays, so that it can return. Escape closes
 * the palette that is not there yet.
 */
export function EarlyTyping({ typed, onClose }: { typed: RefObject<string>; onClose: () => void }) {
  const close = useEffectEvent(onClose);
  // Its end comes before the palette reads what was typed; that of `useEffect` would come after it.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") close();
      else if (event.key.length === 1) typed.current += event.key;
      else if (event.key !== "Enter" && event.key !== "Backspace") return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", listener, { capture: true });
    return () => document.removeEventListener("keydown", listener, { capture: true });
  }, [typed]);
  return null;
}
