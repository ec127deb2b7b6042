import type { MediaSource } from "../../canonical/chat.ts";
import { reject } from "./check-value.ts";

/**
 * Reads a URL in a request: a data URL is decoded, any other is kept.
 * @throws RelayError naming `path` for an invalid data URL
 */
export function readMediaUrl(url: string, path: string): MediaSource {
  if (!url.startsWith("data:")) return { kind: "url", url };
  const comma = url.indexOf(",");
  if (comma === -1 || comma > 200) reject(path, `'${path}' is not a well-formed data URL.`);
  const [mediaType = "", ...parameters] = url.slice(5, comma).split(";");
  const data = url.slice(comma + 1);
  return {
    kind: "inline",
    mediaType: mediaType || "application/octet-stream",
    data: parameters.includes("base64") ? data : encodePlain(data, path),
  };
}

function encodePlain(data: string, path: string): string {
  try {
    return Buffer.from(decodeURIComponent(data)).toString("base64");
  } catch {
    return reject(path, `'${path}' is not a well-formed data URL.`);
  }
}

/** A file's bare base64 has no type; its file name does. The default is PDF, the most likely type. */
export function mediaTypeOfName(name: string | undefined): string {
  const ending = name?.slice(name.lastIndexOf(".") + 1).toLowerCase() ?? "";
  return mediaTypes.get(ending) ?? "application/pdf";
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ["pdf", "application/pdf"],
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["csv", "text/csv"],
  ["html", "text/html"],
  ["json", "application/json"],
]);
