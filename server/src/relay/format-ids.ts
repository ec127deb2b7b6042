/**
 * The wire formats of clients; the native path serves upstreams that use the same one. The first five are chat formats
 * and translate into each other.
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
