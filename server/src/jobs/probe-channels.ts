import type { ChannelService } from "../control/channels/service.ts";
import type { SettingsService } from "../control/settings/service.ts";
import type { Job } from "./job.ts";

/** Tests channels that were disabled automatically, so that they are enabled again. */
export function probeChannels(channels: ChannelService, settings: SettingsService): Job {
  return {
    name: "probe-channels",
    interval: () => settings.current().AutomaticTestChannels * 60,
    run: () => channels.testOnSchedule(),
  };
}
