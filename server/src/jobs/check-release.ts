import type { NoticeService } from "../control/notices/service.ts";
import type { SettingsService } from "../control/settings/service.ts";
import type { Job } from "./job.ts";

const everySeconds = 86_400;

/** Reports a newer release of Tollgate, where an address for the check is set. */
export function checkRelease(notices: NoticeService, settings: SettingsService): Job {
  return {
    name: "check-release",
    interval: () => (settings.current().ReleasesAddress === "" ? 0 : everySeconds),
    run: () => notices.checkRelease(),
  };
}
