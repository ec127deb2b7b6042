import { useEffect } from "react";

/** Ways from an open row to its neighbors; undefined at the ends of the page. */
export interface Steps {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

interface StepKeys {
  previous: readonly string[];
  next: readonly string[];
}

/** Keys for rows, from top to bottom. */
const rowKeys: StepKeys = { previous: ["k", "ArrowUp"], next: ["j", "ArrowDown"] };
/** Keys for pictures, from left to right. */
export const pictureKeys: StepKeys = { previous: ["k", "ArrowLeft"], next: ["j", "ArrowRight"] };

/** Elements that use these keys themselves. */
const takers = "input,textarea,select,audio,video,[role=menu],[role=listbox]";

/** Steps by the keyboard: `j` or ↓ for the next row and `k` or ↑ for the previous one, unless a field, menu or player has it. */
export function useStepKeys({ previous, next }: Steps, keys: StepKeys = rowKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof HTMLElement && target.closest(takers)) return;
      const step = keys.next.includes(key) ? next : keys.previous.includes(key) ? previous : undefined;
      if (!step) return;
      event.preventDefault();
      step();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [previous, next, keys]);
}
