import type { CallSize } from "../formats/format.ts";
import { mediaLimits } from "./media-limits.ts";

export type MediumKind = "picture" | "document" | "sound" | "film";

/** One medium of a prompt. */
export interface Medium {
  kind: MediumKind;
  /** Decoded bytes of inline data; undefined for a URL or an id. */
  bytes: number | undefined;
  /** Uncompressed audio. */
  plain?: boolean;
  /** Frames per second of a video, if the caller set a number. */
  frames?: number;
  /** OpenAI's `detail` of an image. */
  detail?: string | undefined;
}

/** Upper estimate of a medium's tokens, by class. */
export interface MediumTokens {
  image: number;
  audio: number;
}

/** `model` is the upstream's model name. */
export function mediumTokens(medium: Medium, model: string): MediumTokens {
  switch (medium.kind) {
    case "picture":
      return { image: pictureTokens(medium.detail, model), audio: 0 };
    case "document":
      return { image: pages(medium.bytes) * mediaLimits.page, audio: 0 };
    case "sound": {
      const rate = medium.plain ? mediaLimits.plainSoundBytes : mediaLimits.packedSoundBytes;
      const seconds = secondsOf(medium.bytes, rate, mediaLimits.audioSecondsMost);
      return { image: 0, audio: seconds * mediaLimits.audioSecond };
    }
    case "film": {
      const seconds = secondsOf(medium.bytes, mediaLimits.videoBytes, mediaLimits.videoSecondsMost);
      const frames = Math.min(Math.max(medium.frames ?? 1, 1), mediaLimits.framesMost);
      return {
        image: Math.ceil(seconds * mediaLimits.videoSecond * frames),
        audio: seconds * mediaLimits.audioSecond,
      };
    }
  }
}

function pictureTokens(detail: string | undefined, model: string): number {
  if (model.includes("gpt-4o-mini")) return mediaLimits.pictureOfMini;
  return detail === "original" ? mediaLimits.pictureOriginal : mediaLimits.picture;
}

function pages(bytes: number | undefined): number {
  if (bytes === undefined) return mediaLimits.pagesMost;
  const some = Math.max(Math.ceil(bytes / mediaLimits.bytesPerPage), mediaLimits.pagesLeast);
  return Math.min(some, mediaLimits.pagesMost);
}

function secondsOf(bytes: number | undefined, bytesPerSecond: number, most: number): number {
  return bytes === undefined ? most : Math.min(Math.ceil(bytes / bytesPerSecond), most);
}

/** Maximum seconds of an uploaded recording: by its bytes, or by its own header if that is more. */
export function recordingSeconds({ bytes, plain, seconds }: NonNullable<CallSize["sound"]>): number {
  const byBytes = bytes / (plain ? mediaLimits.plainSoundBytes : mediaLimits.packedSoundBytes);
  return Math.max(Math.ceil(byBytes), seconds);
}

/** A format or media type of uncompressed audio. */
export function isPlainSound(type: string): boolean {
  return /wav|pcm|aiff|l16/i.test(type);
}

/** The kind of a media type; undefined for text, which counts by its bytes. */
export function kindOfType(type: string): MediumKind | undefined {
  if (type.startsWith("image/")) return "picture";
  if (type.startsWith("audio/")) return "sound";
  if (type.startsWith("video/")) return "film";
  return type.startsWith("text/") ? undefined : "document";
}

/** The kind of a URL by its extension; undefined if unknown. */
export function kindOfAddress(url: string): MediumKind | undefined {
  if (/^https?:\/\/(?:[a-z]+\.)?(?:youtube\.com|youtu\.be)\//i.test(url)) return "film";
  const path = url.replace(/[?#].*$/s, "");
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  if (/^(?:mp4|mov|webm|mpe?g|avi|flv|wmv|3gpp?|mkv)$/.test(ending)) return "film";
  if (/^(?:mp3|wav|ogg|oga|opus|flac|aac|m4a|aiff?)$/.test(ending)) return "sound";
  if (/^(?:pdf|docx?|xlsx?|pptx?)$/.test(ending)) return "document";
  return undefined;
}
