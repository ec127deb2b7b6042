import type { MediaSource } from "../../canonical/chat.ts";
import type { WireMedia } from "./wire.ts";

/** Bytes or a URL as a part; undefined for a file of another vendor. */
export function mediaToWire(source: MediaSource, kind: "image" | "file"): WireMedia | undefined {
  switch (source.kind) {
    case "inline":
      return { inlineData: { mimeType: source.mediaType, data: source.data } };
    case "url": {
      const mimeType = source.mediaType ?? inferType(source.url, kind);
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

/** True if Google does not fetch this URL: it reads only its own files, its storage and YouTube. */
export function needsInline(url: string): boolean {
  if (url.startsWith("gs://") || url.startsWith(files.slice(0, -"v1beta/".length))) return false;
  return !isYouTube(url);
}

function isYouTube(url: string): boolean {
  return /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com|youtu\.be)\//i.test(url);
}

/** Without a media type, the URL's extension decides. */
function inferType(url: string, kind: "image" | "file"): string | undefined {
  if (isYouTube(url)) return "video/mp4";
  const path = url.replace(/[?#].*$/, "");
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  // Google has the media type of its own files.
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
