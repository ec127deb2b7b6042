import type { ChannelService } from "../control/channels/service.ts";
import type { SettingsService } from "../control/settings/service.ts";
import type { Job } from "./job.ts";

const everySeconds = 3600;

/** Updates the balances of the channel list, where the setting is on. */
export function updateBalances(channels: ChannelService, settings: SettingsService): Job {
  return {
    name: "update-balances",
    interval: () => (settings.current().AutomaticUpdateChannelBalances ? everySeconds : 0),
    run: () => channels.updateBalances(),
  };
}
