import { createStore } from "../../lib/store";

/** Pixels of the column that the console's pages fill, as its layout measured them. */
export const pageWidth = createStore<number | undefined>(undefined);

/** Keeps it for the column, as a ref. */
export function watchPageWidth(column: HTMLElement | null): (() => void) | undefined {
  if (!column) return undefined;
  const observer = new ResizeObserver(() => pageWidth.set(column.clientWidth));
  observer.observe(column);
  return () => observer.disconnect();
}
