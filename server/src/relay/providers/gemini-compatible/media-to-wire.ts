import type { MediaSource } from "../../canonical/chat.ts";
import type { WireMedia } from "./wire.ts";

/** Bytes or an address as a part takes them; undefined for what only another vendor knows. */
export function mediaToWire(source: MediaSource, kind: "image" | "file"): WireMedia | undefined {
  switch (source.kind) {
    case "inline":
      return { inlineData: { mimeType: source.mediaType, data: source.data } };
    case "url": {
      const mimeType = source.mediaType ?? guessType(source.url, kind);
      return {
        fileData: mimeType === undefined ? { fileUri: source.url } : { mimeType, fileUri: source.url },
      };
    }
    case "id":
      return source.id.startsWith("files/") ? { fileData: { fileUri: `${files}${source.id}` } } : undefined;
    case "text":
      return undefined;
  }
}

const files = "https://generativelanguage.googleapis.com/v1beta/";

/** True if Google does not fetch this address itself: it knows its own files, its storage and YouTube. */
export function needsInline(url: string): boolean {
  if (url.startsWith("gs://") || url.startsWith(files.slice(0, -"v1beta/".length))) return false;
  return !isYouTube(url);
}

function isYouTube(url: string): boolean {
  return /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com|youtu\.be)\//i.test(url);
}

/** Where the caller does not say what an address holds, its ending does. */
function guessType(url: string, kind: "image" | "file"): string | undefined {
  if (isYouTube(url)) return "video/mp4";
  const path = url.replace(/[?#].*$/, "");
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  // Google knows what its own files are.
  if (url.startsWith(files)) return undefined;
  return types[ending] ?? (kind === "image" ? "image/jpeg" : "application/pdf");
}

const types: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  heic: "image/heic",
  heif: "image/heif",
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/plain",
  csv: "text/csv",
  html: "text/html",
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  mp3: "audio/mp3",
  wav: "audio/wav",
  ogg: "audio/ogg",
  flac: "audio/flac",
};
