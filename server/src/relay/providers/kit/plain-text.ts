import type { MediaSource } from "../../canonical/chat.ts";

/** The text of a text document, for vendors that accept no files; undefined for any other file. */
export function plainText(source: MediaSource): string | undefined {
  if (source.kind === "text") return source.text;
  if (source.kind !== "inline" || !isText.test(source.mediaType)) return undefined;
  return Buffer.from(source.data, "base64").toString("utf8");
}

const isText = /^(text\/|application\/(json|xml|yaml)\b)/;
