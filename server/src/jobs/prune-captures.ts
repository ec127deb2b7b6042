import type { CaptureService } from "../control/captures/service.ts";
import type { Job } from "./job.ts";

/** Deletes captured bodies that are older than their retention. */
export function pruneCaptures(captures: Pick<CaptureService, "prune">): Job {
  return { name: "prune-captures", interval: () => 3600, run: () => captures.prune() };
}
