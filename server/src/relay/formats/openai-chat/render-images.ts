import type { MediaSource } from "../../canonical/chat.ts";
import type { WireImage } from "./wire.ts";

/** A picture beside the text, as clients of image models know it; undefined for one that has neither address nor bytes. */
export function renderImage(source: MediaSource, index: number): WireImage | undefined {
  const url =
    source.kind === "url"
      ? source.url
      : source.kind === "inline"
        ? `data:${source.mediaType};base64,${source.data}`
        : undefined;
  return url === undefined ? undefined : { type: "image_url", image_url: { url }, index };
}
