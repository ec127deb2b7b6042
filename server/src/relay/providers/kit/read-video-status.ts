import type { MadeVideo, VideoReport } from "../../canonical/video.ts";

/** Maps a vendor's video statuses, in lower case, to ours. */
export type VideoStatuses = Readonly<Record<string, VideoReport["status"]>>;

/** The mapped status, ignoring case; `in_progress` for an unknown one. */
export function readVideoStatus(statuses: VideoStatuses, status: unknown): VideoReport["status"] {
  const lower = typeof status === "string" ? status.toLowerCase() : "";
  return (Object.hasOwn(statuses, lower) ? statuses[lower] : undefined) ?? "in_progress";
}

/** A report with the fields that its status requires. `reason`: the vendor's message, if any. */
export function reportVideo(
  status: VideoReport["status"],
  { reason, video, progress = 0 }: { reason?: string | undefined; video: MadeVideo; progress?: number },
): VideoReport {
  return {
    status,
    progress: status === "success" ? 100 : Math.min(99, Math.max(0, Math.trunc(progress))),
    failReason: status === "failure" ? (reason ?? "The provider reported no reason.") : "",
    ...(status === "success" && { video }),
  };
}

/** Seconds or milliseconds since 1970 as milliseconds; undefined for anything else. */
export function milliseconds(value: unknown): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return undefined;
  return Math.trunc(value < 100_000_000_000 ? value * 1000 : value);
}
