import type { JsonObject } from "../kit/read-json.ts";

/** What we send as one message of Chat Completions. */
export interface WireMessage {
  role: "system" | "developer" | "user" | "assistant" | "tool";
  content: string | JsonObject[] | null;
  name?: string;
  tool_call_id?: string;
  tool_calls?: WireToolCall[];
  refusal?: string;
  reasoning_content?: string;
  reasoning?: string;
  reasoning_details?: JsonObject[];
  audio?: { id: string };
}

export interface WireToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}
