import type { MediaSource } from "../../canonical/chat.ts";

/** The words of a document that is nothing but words, for vendors that take no documents; undefined for every other. */
export function plainWords(source: MediaSource): string | undefined {
  if (source.kind === "text") return source.text;
  if (source.kind !== "inline" || !isText.test(source.mediaType)) return undefined;
  return Buffer.from(source.data, "base64").toString("utf8");
}

const isText = /^(text\/|application\/(json|xml|yaml)\b)/;
