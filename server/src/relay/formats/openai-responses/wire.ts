/** Responses as sent to callers. */

export interface WireUsage {
  input_tokens: number;
  input_tokens_details: { cached_tokens: number; cache_write_tokens: number };
  output_tokens: number;
  output_tokens_details: { reasoning_tokens: number };
  total_tokens: number;
}

export interface WireAnnotation {
  type: string;
  [field: string]: unknown;
}

export interface WireText {
  type: "output_text";
  text: string;
  annotations: WireAnnotation[];
  logprobs: unknown[];
}

export interface WireRefusal {
  type: "refusal";
  refusal: string;
}

export type WireItemStatus = "in_progress" | "completed" | "incomplete";

export interface WireMessage {
  id: string;
  type: "message";
  status: WireItemStatus;
  role: "assistant";
  content: (WireText | WireRefusal)[];
}

export interface WireReasoning {
  id: string;
  type: "reasoning";
  summary: { type: "summary_text"; text: string }[];
  encrypted_content?: string;
  status?: WireItemStatus;
}

export interface WireFunctionCall {
  id: string;
  type: "function_call";
  status: WireItemStatus;
  call_id: string;
  name: string;
  namespace?: string;
  arguments: string;
}

export interface WireCustomCall {
  id: string;
  type: "custom_tool_call";
  status: WireItemStatus;
  call_id: string;
  name: string;
  namespace?: string;
  input: string;
}

/** Items that are only sent whole: calls of built-in tools, images, items of an upstream of this dialect. */
export interface WireOtherItem {
  id: string;
  type: string;
  [field: string]: unknown;
}

export type WireItem = WireMessage | WireReasoning | WireFunctionCall | WireCustomCall | WireOtherItem;

export type WireStatus = "in_progress" | "completed" | "incomplete" | "failed";
