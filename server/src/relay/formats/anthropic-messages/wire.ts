/** Messages responses as sent to callers. */

export interface WireUsage {
  input_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
  /** Cache writes by lifetime, if there are any. */
  cache_creation?: { ephemeral_5m_input_tokens: number; ephemeral_1h_input_tokens: number };
  output_tokens: number;
  output_tokens_details?: { thinking_tokens: number };
  server_tool_use?: { web_search_requests: number; web_fetch_requests: number };
  service_tier?: string;
}

export type WireBlock =
  | { type: "text"; text: string; citations?: unknown[] }
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "redacted_thinking"; data: string }
  | { type: "tool_use"; id: string; name: string; input: Record<string, unknown> }
  | { type: "image"; source: WireImageSource }
  | Record<string, unknown>;

export type WireImageSource =
  | { type: "base64"; media_type: string; data: string }
  | { type: "url"; url: string }
  | { type: "file"; file_id: string };

export type WireStopReason =
  | "end_turn"
  | "max_tokens"
  | "stop_sequence"
  | "tool_use"
  | "pause_turn"
  | "refusal"
  | "model_context_window_exceeded";

export interface WireStop {
  stop_reason: WireStopReason;
  stop_sequence: string | null;
  stop_details?: { type: "refusal"; category: null; explanation: string | null };
}

export interface WireMessage extends WireStop {
  id: string;
  type: "message";
  role: "assistant";
  model: string;
  content: WireBlock[];
  usage: WireUsage;
}
