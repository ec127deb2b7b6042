/**
 * The wire formats that clients speak; an upstream that speaks one itself is reached on the native path. The first five are dialects
 * of chat and translate into each other.
 */
export type FormatId =
  | "openai-chat"
  | "openai-completions"
  | "openai-responses"
  | "anthropic-messages"
  | "gemini-generate"
  | "openai-embeddings"
  | "gemini-embed"
  | "openai-moderations"
  | "openai-images"
  | "openai-image-edits"
  | "openai-image-variations"
  | "openai-speech"
  | "openai-transcriptions"
  | "openai-translations"
  | "cohere-rerank"
  | "anthropic-count-tokens"
  | "gemini-count-tokens"
  | "openai-count-tokens"
  | "openai-responses-compact"
  | "openai-realtime";
