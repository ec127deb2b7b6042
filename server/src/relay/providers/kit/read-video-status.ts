import type { MadeVideo, VideoReport } from "../../canonical/video.ts";

/** A vendor's words for how far a video is, in small letters, each with ours. */
export type VideoWords = Readonly<Record<string, VideoReport["status"]>>;

/** Our word for the vendor's, whatever its capitals; `in_progress` for one that is not known. */
export function readVideoStatus(words: VideoWords, word: unknown): VideoReport["status"] {
  const small = typeof word === "string" ? word.toLowerCase() : "";
  return (Object.hasOwn(words, small) ? words[small] : undefined) ?? "in_progress";
}

/** A report with the fields that its status asks for. `reason`: the vendor's sentence, which may be absent. */
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

/** Whole seconds or milliseconds since 1970 as milliseconds; nothing for what is neither. */
export function milliseconds(value: unknown): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return undefined;
  return Math.trunc(value < 100_000_000_000 ? value * 1000 : value);
}
