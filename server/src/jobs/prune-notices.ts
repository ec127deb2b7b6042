import type { NoticeService } from "../control/notices/service.ts";
import type { Job } from "./job.ts";

/** Deletes old notices. */
export function pruneNotices(notices: NoticeService): Job {
  return { name: "prune-notices", interval: () => 3600, run: () => notices.prune() };
}
