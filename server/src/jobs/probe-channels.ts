import type { ChannelService } from "../control/channels/service.ts";
import type { SettingsService } from "../control/settings/service.ts";
import type { Job } from "./job.ts";

/** Tests what was switched off automatically, so that it comes back by itself (R6, D14). */
export function probeChannels(channels: ChannelService, settings: SettingsService): Job {
  return {
    name: "probe-channels",
    interval: () => settings.current().AutomaticTestChannels * 60,
    run: () => channels.testOnSchedule(),
  };
}
