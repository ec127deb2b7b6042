import { localStore } from "../../lib/local-store";
import { createStore, useStore } from "../../lib/store";

const open = createStore(false);
const listOpen = createStore(false);
/** Counter that triggers a re-read of the stored hash. */
const reads = createStore(0);

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

/** Shows the list of announcements, current and past. */
export function openAnnouncements(): void {
  listOpen.set(true);
}

export function closeAnnouncements(): void {
  listOpen.set(false);
}

export function useAnnouncementsOpen(): boolean {
  return useStore(listOpen);
}

/** The announcement was read in this browser. */
export function markNoticeSeen(hash: string): void {
  localStore.write("seenNotice", hash);
  reads.set(reads.get() + 1);
}

/** Hash of the announcement that was read last in this browser; null if none was. */
export function useSeenNotice(): string | null {
  useStore(reads);
  return localStore.read("seenNotice");
}
