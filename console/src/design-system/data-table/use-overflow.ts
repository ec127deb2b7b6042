import { type RefCallback, useCallback, useState } from "react";

/**
 * Tells whether a box is too narrow for its table. Only then may it scroll sideways: a box that can scroll would keep the
 * header from staying in view while the page scrolls.
 */
export function useOverflow(): [RefCallback<HTMLElement>, boolean] {
  const [overflows, setOverflows] = useState(false);
  const watch = useCallback<RefCallback<HTMLElement>>((box) => {
    const table = box?.firstElementChild;
    if (!box || !table) return;
    const measure = (): void => setOverflows(table.scrollWidth > box.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    observer.observe(table);
    measure();
    return () => observer.disconnect();
  }, []);
  return [watch, overflows];
}
