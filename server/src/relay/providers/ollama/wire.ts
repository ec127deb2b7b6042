import type { JsonObject } from "../kit/read-json.ts";

/** The parts of a request to `/api/chat` that we write. */

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
  /** Streams are Ollama's default, so that it is always said. */
  stream: boolean;
  messages: WireMessage[];
  tools?: JsonObject[];
  think?: boolean | "low" | "medium" | "high";
  format?: "json" | JsonObject;
  options?: JsonObject;
  logprobs?: boolean;
  top_logprobs?: number;
}
