import type { JsonObject } from "../kit/read-json.ts";

/** The fields of an `/api/chat` request that Tollgate writes. */

export interface WireToolCall {
  id: string;
  function: { name: string; arguments: JsonObject };
}

export interface WireMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
  /** base64 */
  images?: string[];
  thinking?: string;
  tool_calls?: WireToolCall[];
  tool_name?: string;
  tool_call_id?: string;
}

export interface WireRequest {
  model: string;
  /** Streaming is Ollama's default, so the field is always sent. */
  stream: boolean;
  messages: WireMessage[];
  tools?: JsonObject[];
  think?: boolean | "low" | "medium" | "high";
  format?: "json" | JsonObject;
  options?: JsonObject;
  logprobs?: boolean;
  top_logprobs?: number;
}
