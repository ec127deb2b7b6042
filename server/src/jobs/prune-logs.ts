import type { LogService } from "../control/logs/service.ts";
import type { SettingsService } from "../control/settings/service.ts";
import type { Job } from "./job.ts";

const everySeconds = 3600;

/** Deletes log rows that are older than the retention setting. */
export function pruneLogs(logs: LogService, settings: SettingsService): Job {
  return {
    name: "prune-logs",
    interval: () => (settings.current().LogAutoDeleteEnabled ? everySeconds : 0),
    run: async () => {
      await logs.prune(settings.current().LogAutoDeleteDays);
    },
  };
}
