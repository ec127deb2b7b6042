import type { AudioBlock, FileBlock, ImageBlock, MediaSource } from "../../canonical/chat.ts";
import { type Fields, within } from "../kit/check-value.ts";
import { needText, readObject, readText } from "./read-fields.ts";

/**
 * The bytes or the URL of a part; undefined if it has neither.
 * @throws RelayError naming the field
 */
export function parseMedia(part: Fields, path: string): ImageBlock | FileBlock | AudioBlock | undefined {
  const inline = readObject(part, "inlineData", path);
  if (inline !== undefined) return parseInline(inline, within(path, "inlineData"));
  const file = readObject(part, "fileData", path);
  if (file === undefined) return undefined;
  const at = within(path, "fileData");
  const mediaType = readText(file, "mimeType", at);
  const url = needText(file, "fileUri", at);
  const source: MediaSource = { kind: "url", url, ...(mediaType === undefined ? {} : { mediaType }) };
  return mediaBlock(source, mediaType ?? "", readText(file, "displayName", at));
}

function parseInline(inline: Fields, at: string): ImageBlock | FileBlock | AudioBlock {
  const mediaType = needText(inline, "mimeType", at);
  const data = plainBase64(needText(inline, "data", at));
  if (mediaType.startsWith("audio/")) return { type: "audio", data, format: audioFormat(mediaType) };
  return mediaBlock({ kind: "inline", mediaType, data }, mediaType, readText(inline, "displayName", at));
}

function mediaBlock(
  source: MediaSource,
  mediaType: string,
  name: string | undefined,
): ImageBlock | FileBlock {
  if (mediaType.startsWith("image/")) return { type: "image", source };
  return name === undefined ? { type: "file", source } : { type: "file", source, name };
}

/** Google also accepts URL-safe base64; other vendors do not. */
function plainBase64(data: string): string {
  return data.includes("-") || data.includes("_") ? data.replace(/-/g, "+").replace(/_/g, "/") : data;
}

function audioFormat(mediaType: string): string {
  const kind = mediaType.slice("audio/".length).toLowerCase();
  return aliases[kind] ?? kind;
}

const aliases: Record<string, string> = {
  mpeg: "mp3",
  mpga: "mp3",
  "x-wav": "wav",
  wave: "wav",
  "vnd.wave": "wav",
};
