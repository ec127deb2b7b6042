import type { ChannelService } from "../control/channels/service.ts";
import type { SettingsService } from "../control/settings/service.ts";
import type { Job } from "./job.ts";

const everySeconds = 86_400;

/** Reports models that upstreams added or no longer list, where the setting is on. */
export function checkModels(channels: ChannelService, settings: SettingsService): Job {
  return {
    name: "check-models",
    interval: () => (settings.current().AutomaticModelChecks ? everySeconds : 0),
    run: () => channels.modelChecks.checkAll(),
  };
}
