/** Chat Completions as sent to callers; README.md explains fields beyond OpenAI's own. */

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

/** One closed piece of reasoning, whole. */
export type WireReasoningDetail =
  | { type: "reasoning.text"; text: string; signature: string | null; id?: string; index: number }
  | { type: "reasoning.encrypted"; data: string; summary?: string; id?: string; index: number };

/** Signature of reasoning next to a text or a tool call. */
export interface WireExtraContent {
  google: { thought_signature: string };
}

export type WireToolCall = { id: string; extra_content?: WireExtraContent } & (
  | { type: "function"; function: WireFunctionCall }
  | { type: "custom"; custom: { name: string; input: string } }
);

export interface WireFunctionCall {
  name: string;
  arguments: string;
}

export interface WireAnnotation {
  type: "url_citation";
  url_citation: { url: string; title: string; start_index: number; end_index: number };
}

export interface WireImage {
  type: "image_url";
  image_url: { url: string };
  index: number;
}

export interface WireAudio {
  id: string;
  data?: string;
  transcript?: string;
  expires_at?: number;
}

export interface WireAnswerMessage {
  role: "assistant";
  content: string | null;
  refusal: string | null;
  reasoning_content?: string;
  reasoning_details?: WireReasoningDetail[];
  function_call?: WireFunctionCall;
  tool_calls?: WireToolCall[];
  annotations?: WireAnnotation[];
  citations?: unknown[];
  images?: WireImage[];
  audio?: WireAudio;
  extra_content?: WireExtraContent;
}

export type WireFinishReason = "stop" | "length" | "tool_calls" | "function_call" | "content_filter";

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
