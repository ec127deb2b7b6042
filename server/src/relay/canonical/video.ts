import type { UploadedFile } from "./image.ts";

/** A video to be made from words, or from words and a picture. */
export interface VideoCall {
  /** The upstream's name of it. */
  model: string;
  prompt: string;
  /** Whole seconds. Absent: neither the request nor the model's name says it. */
  seconds?: number;
  /** Width and height in pixels: `1280x720`. */
  size?: string;
  /** What the video begins with. */
  image?: { url: string } | UploadedFile;
  /** The upstream's id of the video that is made again with another prompt. */
  remixOf?: string;
}

/** What a model makes. The vendor's default is the first of each list. */
export interface VideoChoices {
  /** Lengths in whole seconds. */
  seconds: readonly number[];
  /** Widths and heights in pixels. Empty: a request does not choose. */
  sizes: readonly string[];
  /** Whether a picture must be sent, or cannot. Absent: as the caller likes. */
  image?: "required" | "none";
}

/** How far a video is. Times in epoch milliseconds, where the upstream reports them. */
export interface VideoReport {
  status: "queued" | "in_progress" | "success" | "failure";
  /** Percent, a whole number. */
  progress: number;
  /** The upstream's sentence about a failure; otherwise empty. */
  failReason: string;
  startedAt?: number;
  finishedAt?: number;
  /** With `success` only. */
  video?: MadeVideo;
}

/** Where a finished video is. Stored as JSON; addresses are hostile. */
export interface MadeVideo {
  url?: string;
  thumbnailUrl?: string;
  /** The upstream's id of the file, where it names no address. */
  fileId?: string;
  /** What was made, where the upstream says it. */
  seconds?: number;
  size?: string;
}

/** The files of one video. */
export const videoVariants = ["video", "thumbnail", "spritesheet"] as const;
export type VideoVariant = (typeof videoVariants)[number];
