import type { NoticeService } from "../control/notices/service.ts";
import type { Job } from "./job.ts";

/** Reports delivery backlogs of mails and notices. */
export function watchNotices(notices: NoticeService): Job {
  return { name: "watch-notices", interval: () => 300, run: () => notices.watchQueues() };
}
