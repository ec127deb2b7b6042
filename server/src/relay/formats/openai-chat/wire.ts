/** Chat Completions as we write it to callers; fields beyond OpenAI's own are explained in README.md. */

export interface WireUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: {
    cached_tokens: number;
    audio_tokens: number;
    image_tokens?: number;
    cache_write_tokens?: number;
    cached_read_tokens?: number;
    cached_write_tokens?: number;
    cached_write_1h_tokens?: number;
  };
  completion_tokens_details: { reasoning_tokens: number; audio_tokens: number; image_tokens?: number };
}

/** One closed piece of thinking, whole. */
export type WireReasoningDetail =
  | { type: "reasoning.text"; text: string; signature: string | null; index: number }
  | { type: "reasoning.encrypted"; data: string; index: number };

export interface WireToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export interface WireAnnotation {
  type: "url_citation";
  url_citation: { url: string; title: string; start_index: number; end_index: number };
}

export interface WireAnswerMessage {
  role: "assistant";
  content: string | null;
  refusal: string | null;
  reasoning_content?: string;
  reasoning_details?: WireReasoningDetail[];
  tool_calls?: WireToolCall[];
  annotations?: WireAnnotation[];
  citations?: unknown[];
  audio?: { id: string };
}

export type WireFinishReason = "stop" | "length" | "tool_calls" | "content_filter";

export interface WireAnswer {
  id: string;
  object: "chat.completion";
  created: number;
  model: string;
  choices: {
    index: number;
    message: WireAnswerMessage;
    logprobs: unknown;
    finish_reason: WireFinishReason;
  }[];
  usage?: WireUsage;
  service_tier?: string;
}
