import { useEffect } from "react";

/** Ways from an open row to its neighbours; undefined at the ends of the page. */
export interface Steps {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

/** `j` or ↓ for the next row and `k` or ↑ for the previous one, unless a field or menu has the keyboard. */
export function useStepKeys({ previous, next }: Steps): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof HTMLElement && target.closest("input,textarea,select,[role=menu],[role=listbox]"))
        return;
      const step =
        key === "j" || key === "ArrowDown" ? next : key === "k" || key === "ArrowUp" ? previous : undefined;
      if (!step) return;
      event.preventDefault();
      step();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [previous, next]);
}
