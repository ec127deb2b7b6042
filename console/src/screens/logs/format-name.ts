import type { TFunction } from "i18next";

/** The wire formats that a row can name, in the order of the relay's own list. */
const formatIds = [
  "openai-chat",
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
  "gemini-generate",
  "openai-embeddings",
  "gemini-embed",
  "openai-moderations",
  "openai-images",
  "openai-image-edits",
  "openai-image-variations",
  "openai-speech",
  "openai-transcriptions",
  "openai-translations",
  "cohere-rerank",
  "anthropic-count-tokens",
  "gemini-count-tokens",
  "openai-responses-compact",
  "openai-realtime",
] as const;

/** The API that the caller spoke, as its vendor calls it; a format that this console does not know keeps its own name. */
export function formatName(t: TFunction<"logs">, format: string): string {
  const known = formatIds.find((id) => id === format);
  return known ? t(`format.${known}`) : format;
}
