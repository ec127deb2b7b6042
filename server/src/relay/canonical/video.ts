import type { UploadedFile } from "./image.ts";

/** A video from text, or from text and an image. */
export interface VideoCall {
  /** The upstream's model name. */
  model: string;
  prompt: string;
  /** Whole seconds. Absent if neither the request nor the model's name contains it. */
  seconds?: number;
  /** Width and height in pixels: `1280x720`. */
  size?: string;
  /** First frame of the video. */
  image?: { url: string } | UploadedFile;
  /** The upstream's id of the video to remix with another prompt. */
  remixOf?: string;
}

/** What a model can create. The first entry of each list is the vendor's default. */
export interface VideoChoices {
  /** Lengths in whole seconds. */
  seconds: readonly number[];
  /** Widths and heights in pixels. Empty: a request cannot choose. */
  sizes: readonly string[];
  /** Whether an image is required or forbidden. Absent: optional. */
  image?: "required" | "none";
}

/** Status of a video. Times in epoch milliseconds, if the upstream reports them. */
export interface VideoReport {
  status: "queued" | "in_progress" | "success" | "failure";
  /** Percent, a whole number. */
  progress: number;
  /** The upstream's message about a failure; otherwise empty. */
  failReason: string;
  startedAt?: number;
  finishedAt?: number;
  /** With `success` only. */
  video?: MadeVideo;
}

/** Location of a finished video. Stored as JSON; URLs are hostile. */
export interface MadeVideo {
  url?: string;
  thumbnailUrl?: string;
  /** The upstream's id of the file, if it returns no URL. */
  fileId?: string;
  /** What was created, if the upstream reports it. */
  seconds?: number;
  size?: string;
}

/** The files of one video. */
export const videoVariants = ["video", "thumbnail", "spritesheet"] as const;
export type VideoVariant = (typeof videoVariants)[number];
