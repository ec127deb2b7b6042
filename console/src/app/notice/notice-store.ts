import { createStore, useStore } from "../../lib/store";

const open = createStore(false);

/** Shows the announcement, again where it was read before. */
export function openNotice(): void {
  open.set(true);
}

export function closeNotice(): void {
  open.set(false);
}

export function useNoticeOpen(): boolean {
  return useStore(open);
}
