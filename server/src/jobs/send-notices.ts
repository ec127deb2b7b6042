import type { NoticeService } from "../control/notices/service.ts";
import type { Job } from "./job.ts";

/**
 * Retries notices that could not be sent, and sends digests and what a process left behind. New notices do not wait for
 * it.
 */
export function sendNotices(notices: NoticeService): Job {
  return { name: "send-notices", interval: () => 15, run: () => notices.sendDue() };
}
