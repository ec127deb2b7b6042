import type { Clock } from "../platform/clock.ts";
import type { ChannelHealthRepository } from "../storage/repositories/channel-health-repository.ts";
import type { Job } from "./job.ts";

/** How long spans of each length are kept, in seconds. */
const kept = [
  { span: 300, seconds: 48 * 3600 },
  { span: 3600, seconds: 30 * 86_400 },
];

/** Deletes old roll-ups of channel health. Each hour has few of them, so one statement per length is short. */
export function pruneHealth(health: Pick<ChannelHealthRepository, "deleteBefore">, clock: Clock): Job {
  return {
    name: "prune-health",
    interval: () => 3600,
    async run() {
      for (const { span, seconds } of kept) await health.deleteBefore(span, clock.now() - seconds);
    },
  };
}
