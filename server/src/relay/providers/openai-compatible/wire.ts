import type { JsonObject } from "../kit/read-json.ts";

/** A message of a Chat Completions request. */
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
  images?: JsonObject[];
  audio?: { id: string };
  extra_content?: WireExtraContent;
}

export interface WireToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
  extra_content?: WireExtraContent;
}

/** Where Google's compatible endpoint puts its reasoning signatures. */
export interface WireExtraContent {
  google: { thought_signature: string };
}
