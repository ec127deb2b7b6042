import type { MediaSource } from "../../canonical/chat.ts";
import type { WireImage } from "./wire.ts";

/** An image next to the text, in the shape of image models' clients; undefined without URL and bytes. */
export function renderImage(source: MediaSource, index: number): WireImage | undefined {
  const url =
    source.kind === "url"
      ? source.url
      : source.kind === "inline"
        ? `data:${source.mediaType};base64,${source.data}`
        : undefined;
  return url === undefined ? undefined : { type: "image_url", image_url: { url }, index };
}
