/** Legacy text completions as sent to callers. */

export interface WireUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: { cached_tokens: number };
  completion_tokens_details: { reasoning_tokens: number };
}

export type WireFinishReason = "stop" | "length" | "content_filter";

export interface WireChoice {
  text: string;
  index: number;
  /** The format's own shape differs from that of chat, so none is sent. */
  logprobs: null;
  finish_reason: WireFinishReason | null;
}

/** A whole response, or one chunk of a stream. */
export interface WireAnswer {
  id: string;
  object: "text_completion";
  created: number;
  model: string;
  choices: WireChoice[];
  usage?: WireUsage | null;
}
