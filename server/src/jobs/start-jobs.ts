import type { ChannelService } from "../control/channels/service.ts";
import type { SettingsService } from "../control/settings/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../storage/database.ts";
import { createJobRunRepository } from "../storage/repositories/job-run-repository.ts";
import { probeChannels } from "./probe-channels.ts";
import { type Scheduler, startScheduler } from "./scheduler.ts";
import { updateBalances } from "./update-balances.ts";

export interface JobDependencies {
  database: Database;
  channels: ChannelService;
  settings: SettingsService;
  clock: Clock;
  onError(error: unknown): void;
}

/** Every job, one line each. The first look comes after some seconds, so that a start is not slowed. */
export function startJobs({ database, channels, settings, clock, onError }: JobDependencies): Scheduler {
  const jobs = [probeChannels(channels, settings), updateBalances(channels, settings)];
  return startScheduler({ jobs, runs: createJobRunRepository(database.queries), clock, onError });
}
